/** Lets time pass on the target: by the hook clock, or by waiting where that is short. */
import { setTimeout as delay } from "node:timers/promises";
import { type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { PreconditionError } from "../results/precondition-error.ts";

/** Without a clock to move, only this much is waited for. */
export const longestWaitSeconds = 5;

/** What the target offers for it. */
export interface Clock {
  has(hook: "clock"): boolean;
  run(hook: "clock", input: { readonly [name: string]: Json }): Promise<Json>;
}

/** Throws a PreconditionError where so much time cannot pass. */
export function requireClock(seconds: number, clock: Clock, longest = longestWaitSeconds): void {
  if (clock.has("clock") || seconds <= longest) return;
  throw new PreconditionError("no-control", `the target has no hook clock, and this takes ${seconds} s`);
}

/** Throws a PreconditionError where so much time cannot pass. @param seconds a whole number */
export async function pass(seconds: number, clock: Clock, longest?: number): Promise<void> {
  requireClock(seconds, clock, longest);
  if (clock.has("clock")) await clock.run("clock", { seconds });
  else await delay(seconds * 1000);
}

/** The time of the target's clock in milliseconds; NaN where no hook prints it. */
export async function readNow(clock: Clock, move: { readonly [name: string]: Json } = {}): Promise<number> {
  if (!clock.has("clock")) return Number.NaN;
  const now = valueAt(await clock.run("clock", { seconds: 0, ...move }), "/now");
  return now === undefined ? Number.NaN : Date.parse(String(now));
}

/** Whether the clock of a target can stand still. */
const canStand = new WeakMap<Clock, boolean>();

/**
 * Runs what is about an end while the clock of the target stands still, where the hook can do that: then it does not matter how
 * long calls take. First the clock moves by the window of a rate, which would not open while the clock stands.
 */
export async function whileClockStands<Result>(
  clock: Clock,
  { rate }: Pick<CaseFile, "rate">,
  run: (stands: boolean) => Promise<Result>,
): Promise<Result> {
  if (!clock.has("clock")) return run(false);
  try {
    const seconds = rate?.seconds ?? 0;
    const before = await readNow(clock, { seconds, still: true });
    // Some targets print whole seconds.
    if (!canStand.has(clock)) await delay(1_000);
    const stands = canStand.get(clock) ?? (await readNow(clock)) === before;
    canStand.set(clock, stands);
    return await run(stands);
  } finally {
    await clock.run("clock", { seconds: 0, still: false });
  }
}

/** Servers may round the end of a duration to whole seconds. */
export const roundingSeconds = 1;
/** How often a duration is tried with more time before its end, where calls and hooks take long. */
const maxTries = 4;

/**
 * Tries what has to hold shortly before the end of a duration. Where the clock goes on, and the calls and hooks took so long that
 * the end may have come, it is tried again with more time before the end: a slow machine is not the target's mistake.
 * @param stands whether the clock of the target stands still
 * @param tryAt lets so many seconds pass on the target, and looks; `undefined` if it holds
 */
export async function tryBeforeEnd<Problem>(
  seconds: number,
  clock: Clock,
  stands: boolean,
  tryAt: (seconds: number) => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  if (stands) return tryAt(Math.max(0, seconds - roundingSeconds));
  let slack = 2 * roundingSeconds;
  for (let tries = 1; tries <= maxTries; tries++) {
    const startedAt = performance.now();
    const passed = Math.max(0, seconds - slack);
    const problem = await tryAt(passed);
    const waited = clock.has("clock") ? 0 : passed;
    const tookSeconds = (performance.now() - startedAt) / 1000 - waited;
    if (problem === undefined || slack - tookSeconds > roundingSeconds) return problem;
    slack = 2 * roundingSeconds + Math.ceil(3 * tookSeconds);
  }
  throw new PreconditionError("slow", `the calls and hooks around the end after ${seconds} s took too long`);
}
