/** Limits the time that a call waits for a generation, which then continues in the background. */
import { Refusal } from "@toolwright/runtime";
import type { Storage } from "../../platform/storage/storage.ts";

/** How long a call waits for a generation by default. A handler has 45 s, including reading and storing. */
export const WAIT_MS = 40_000;
/** The longest time that a generation continues after its call was answered. */
const BACKGROUND_MS = 180_000;
/** The lease of a unit; longer than a call waits. If the process dies, the unit is released after this time. */
export const LEASE_MS = 60_000;
/** The lease of a generation in the background. */
export const LONG_LEASE_MS = BACKGROUND_MS + LEASE_MS;

/**
 * Aborts work that takes too long.
 * @throws Refusal generation_failed, retryable
 */
export async function withTimeout<T>(
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

/** A generation that continues after its call was answered. */
interface BackgroundWork {
  readonly abort: () => void;
  /** Resolves when the work ends, also with an error. */
  readonly ended: Promise<unknown>;
}

/** The generations of this process in the background. */
const backgroundWork = new WeakMap<Storage, Set<BackgroundWork>>();

export interface WaitOptions {
  /** Aborts when the client cancels the call. */
  readonly signal: AbortSignal;
  /** How long the call waits. */
  readonly waitMs: number;
  /** Called when the work continues in the background. */
  readonly prolongLease: () => Promise<unknown>;
}

/**
 * Waits for work. If it takes too long, the call is refused and the work continues in the background; a repeated call can join it.
 * If the client cancels the call before that, the work is aborted.
 * @throws Refusal generation_failed, retryable
 */
export async function waitOrContinue<T>(
  storage: Storage,
  work: (signal: AbortSignal) => Promise<T>,
  { signal, waitMs, prolongLease }: WaitOptions,
): Promise<T> {
  const own = new AbortController();
  const abort = () => own.abort(signal.reason);
  signal.addEventListener("abort", abort, { once: true });
  const running = withTimeout(work, own.signal, BACKGROUND_MS);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      // From now on, cancelling the call does not abort the work.
      signal.removeEventListener("abort", abort);
      trackInBackground(storage, () => own.abort(), running);
      void prolongLease().then(() => reject(stillRunning()), reject);
    }, waitMs);
  });
  return Promise.race([running, late]).finally(() => clearTimeout(timer));
}

function trackInBackground(storage: Storage, abort: () => void, running: Promise<unknown>): void {
  const all = backgroundWork.get(storage) ?? new Set();
  backgroundWork.set(storage, all);
  // Errors are ignored here: a repeated call finds the result, or generates again.
  const entry: BackgroundWork = { abort, ended: running.catch(() => {}).finally(() => all.delete(entry)) };
  all.add(entry);
}

/** Aborts the work in the background, and waits for its end. */
export async function stopGenerations(storage: Storage): Promise<void> {
  const all = [...(backgroundWork.get(storage) ?? [])];
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

/** Returns the refusal of a call whose generation continues in the background. */
export function stillRunning(): Refusal {
  return new Refusal(
    "generation_failed",
    "The generation takes longer than a call may, and goes on. Make the same call again, with the same idempotency_key: it gets the result, or waits for it.",
    { reason: "goes_on" },
  );
}
