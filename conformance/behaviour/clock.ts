/** Lets time pass on the target: by the hook clock, or by waiting where that is short. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import { PreconditionError } from "./precondition-error.ts";

/** Without a clock to move, only this much is waited for. */
const longestWaitSeconds = 5;

/** What the target offers for it. */
export interface Clock {
  hasHook(name: "clock"): boolean;
  hook(name: "clock", input: { readonly [name: string]: Json }): Promise<Json>;
}

/** Throws a PreconditionError where so much time cannot pass. */
export function requireClock(seconds: number, clock: Clock): void {
  if (clock.hasHook("clock") || seconds <= longestWaitSeconds) return;
  throw new PreconditionError("no-control", `the target has no hook clock, and this takes ${seconds} s`);
}

/** @param seconds a whole number */
export async function pass(seconds: number, clock: Clock): Promise<void> {
  if (clock.hasHook("clock")) await clock.hook("clock", { seconds });
  else await delay(seconds * 1000);
}

/** Servers may round the end of a duration to whole seconds. */
export const roundingSeconds = 2;
/** How often a duration is tried with more time before its end, where calls and hooks take long. */
const maxTries = 4;

/**
 * Tries what has to hold shortly before the end of a duration. Where it does not hold, and the calls and hooks took so long that
 * the end may have come, it is tried again with more time before the end: a slow machine is not the target's mistake.
 * @param tryAt lets so many seconds pass on the target, and looks; `undefined` if it holds
 */
export async function tryBeforeEnd<Problem>(
  seconds: number,
  clock: Clock,
  tryAt: (seconds: number) => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  let slack = roundingSeconds;
  for (let tries = 1; tries <= maxTries; tries++) {
    const startedAt = performance.now();
    const passed = Math.max(0, seconds - slack);
    const problem = await tryAt(passed);
    const waited = clock.hasHook("clock") ? 0 : passed;
    const tookSeconds = (performance.now() - startedAt) / 1000 - waited;
    if (problem === undefined || slack - tookSeconds > roundingSeconds / 2) return problem;
    slack = roundingSeconds + Math.ceil(3 * tookSeconds);
  }
  throw new PreconditionError("setup", `the calls and hooks around the end after ${seconds} s took too long`);
}
