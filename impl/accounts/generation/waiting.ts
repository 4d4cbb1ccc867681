/** Limits the time that a call waits for a generation, which then continues in the background. */
import { Refusal } from "@toolwright/runtime";
import type { Storage } from "../../platform/storage/storage.ts";

/** A handler has 45 s, including reading and storing. */
export const WAIT_MS = 40_000;
/** The longest time that a generation continues after its call was answered. */
const BACKGROUND_MS = 180_000;
/** Longer than a call waits. If the process dies, the unit is released after this time. */
export const LEASE_MS = 60_000;
/** The lease of a generation in the background. */
export const LONG_LEASE_MS = BACKGROUND_MS + LEASE_MS;

/**
 * Aborts work that takes too long.
 * @throws Refusal generation_failed, retryable
 */
export async function inTime<T>(
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  waitMs: number,
): Promise<T> {
  const late = new AbortController();
  const timer = setTimeout(() => late.abort(), waitMs);
  try {
    return await work(AbortSignal.any([signal, late.signal]));
  } catch (error) {
    if (late.signal.aborted && !signal.aborted) throw tooSlow();
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

/** The generations of a process that go on after their calls were answered. */
const goingOn = new WeakMap<Storage, Set<{ readonly abort: () => void; readonly ended: Promise<unknown> }>>();

/**
 * Waits for work. If it takes too long, the call is refused and the work continues; a repeated call can join it. A client that
 * cancels ends the work. @param prolongLease called when the work continues in the background @throws Refusal
 * generation_failed, retryable
 */
export async function orGoOn<T>(
  storage: Storage,
  work: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal,
  waitMs: number,
  prolongLease: () => Promise<unknown>,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const running = inTime(work, own.signal, BACKGROUND_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // From now on, the end of the call does not end the work.
      signal.removeEventListener("abort", abort);
      keep(storage, () => own.abort(), running);
      void prolongLease().then(() => reject(goesOn()), reject);
    }, waitMs);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

function keep(storage: Storage, abort: () => void, running: Promise<unknown>): void {
  const all = goingOn.get(storage) ?? new Set();
  goingOn.set(storage, all);
  // A repeated call gets its result.
  const entry = { abort, ended: running.catch(() => {}).finally(() => all.delete(entry)) };
  all.add(entry);
}

/** Aborts the work in the background, and waits for its end. */
export async function stopGenerations(storage: Storage): Promise<void> {
  const all = [...(goingOn.get(storage) ?? [])];
  for (const { abort } of all) abort();
  await Promise.all(all.map(({ ended }) => ended));
}

function tooSlow(): Refusal {
  return new Refusal(
    "generation_failed",
    "The generation took too long, so nothing was stored and no quota used. Try again with less at once; with an idempotency_key, service_create_form goes on after the call, and the same call again gets the form.",
    { reason: "too_slow" },
  );
}

/** A call that joins a generation has waited long enough. */
export function goesOn(): Refusal {
  return new Refusal(
    "generation_failed",
    "The generation takes longer than a call may, and goes on. Make the same call again, with the same idempotency_key: it gets the result, or waits for it.",
    { reason: "goes_on" },
  );
}
