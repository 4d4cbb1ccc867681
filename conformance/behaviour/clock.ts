/** Lets time pass on the target: with the hook clock, or by waiting if the time is short. */

import { setTimeout as delay } from "node:timers/promises";
import { type Json, valueAt } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import { parseTime } from "../cases/times.ts";
import { PreconditionError } from "../results/precondition-error.ts";

/** The longest wait without the hook clock. */
const longestWaitSeconds = 5;

/** Whether a run does not wait so long, but moves the clock of the target. */
export function isBeyondWaiting(seconds: number): boolean {
  return seconds > longestWaitSeconds;
}

/** The part of the hooks that this needs. */
export interface Clock {
  has(hook: "clock"): boolean;
  run(hook: "clock", input: { readonly [name: string]: Json }): Promise<Json>;
}

/** Throws a PreconditionError if this much time cannot pass. */
export function requireClock(seconds: number, clock: Clock, longest = longestWaitSeconds): void {
  if (clock.has("clock") || seconds <= longest) return;
  throw new PreconditionError("no-control", `the target has no hook clock, and this takes ${seconds} s`);
}

/** Lets time pass. Throws a PreconditionError if this much time cannot pass. @param seconds a whole number */
export async function passTime(seconds: number, clock: Clock, longest?: number): Promise<void> {
  requireClock(seconds, clock, longest);
  if (clock.has("clock")) await clock.run("clock", { seconds });
  else await delay(seconds * 1000);
}

/** Reads the target's clock in milliseconds; NaN if no hook prints it. */
export async function readNow(clock: Clock, move: { readonly [name: string]: Json } = {}): Promise<number> {
  if (!clock.has("clock")) return Number.NaN;
  const now = valueAt(await clock.run("clock", { seconds: 0, ...move }), "/now");
  return now === undefined ? Number.NaN : parseTime(String(now));
}

/** Whether the clock of a target can be stopped. */
const canStand = new WeakMap<Clock, boolean>();

/**
 * Runs checks of the end of a duration while the clock of the target is stopped, if the hook supports that, so that the duration of
 * calls does not matter. First it moves the clock by the window of a rate, since no new window opens while the clock is stopped.
 */
export async function whileClockStands<Result>(
  clock: Clock,
  { rate }: Pick<CaseFile, "rate">,
  run: (stands: boolean) => Promise<Result>,
): Promise<Result> {
  if (!clock.has("clock")) return run(false);
  try {
    const before = await readNow(clock, { seconds: rate?.seconds ?? 0, still: true });
    return await run(await doesStand(clock, before));
  } finally {
    await letClockGoOn(clock);
  }
}

/** Returns whether a clock that was told to stop does not go on by itself. @param before its time since then, in milliseconds */
export async function doesStand(clock: Clock, before: number): Promise<boolean> {
  const known = canStand.get(clock);
  if (known !== undefined) return known;
  // Some targets print whole seconds.
  await delay(1_000);
  const stands = (await readNow(clock)) === before;
  canStand.set(clock, stands);
  return stands;
}

export async function letClockGoOn(clock: Clock): Promise<void> {
  await clock.run("clock", { seconds: 0, still: false });
}

/** Seconds after which a period is over that has begun, wherever the server is: a day may have 25 hours. */
export const periodSeconds = { day: 26 * 3_600, month: 32 * 86_400 };

/** Servers may round the end of a duration to whole seconds. */
export const roundingSeconds = 1;

/**
 * Returns the seconds until a duration begins whose end a result shows: 0 if it begins with the call, more if it begins at another,
 * later time of the result, as a deadline after the start of an appointment does.
 * @param now the time in milliseconds; NaN if it is not known
 */
export function secondsUntilStart(result: Json, endsAt: string, seconds: number, now: number): number {
  const end = readTime(valueAt(result, endsAt));
  const ahead = (end - (Number.isNaN(now) ? Date.now() : now)) / 1000 - seconds;
  if (Number.isNaN(ahead) || ahead <= 2 * roundingSeconds) return 0;
  const isStart = (time: number) => Math.abs(end - time - seconds * 1000) <= roundingSeconds * 1000;
  return listTimes(result).some(isStart) ? Math.ceil(ahead) : 0;
}

/**
 * Returns the seconds until a notice begins: so many seconds before a time of the result. Throws a PreconditionError if it shows no such time.
 * @param now the time in milliseconds; NaN if it is not known
 */
export function secondsUntilNotice(result: Json, before: string, seconds: number, now: number): number {
  const time = readTime(valueAt(result, before));
  if (Number.isNaN(time))
    throw new PreconditionError("undeclared", `the tool of the state shows no time at ${before}`);
  const ahead = (time - (Number.isNaN(now) ? Date.now() : now)) / 1000 - seconds;
  return Math.max(0, Math.ceil(ahead));
}

/** Seconds from now between which something may happen. */
export interface TimeWindow {
  readonly from: number;
  readonly until: number;
}

/** In the east a day begins so long before it does in UTC. */
const eastHours = 14;
/** In the west a day ends so long after its begin in UTC. */
const westHours = 36;

/**
 * Returns when something happens whose time a result shows as a day: at the begin of the day or at its end, in the time zone of the
 * server, which the spec does not tell. Returns undefined if the result shows no day there.
 * @param now the time in milliseconds; NaN if it is not known
 */
export function windowOfDay(result: Json, place: string, now: number): TimeWindow | undefined {
  const day = valueAt(result, place);
  if (typeof day !== "string" || !isDay(day)) return undefined;
  const ahead = (parseTime(day) - (Number.isNaN(now) ? Date.now() : now)) / 1000;
  return {
    from: Math.max(0, Math.floor(ahead - eastHours * 3600)),
    until: Math.max(0, Math.ceil(ahead + westHours * 3600)),
  };
}

/** Whether a value is the day of a time between two others, in milliseconds, in some time zone; undefined if it is no day. */
export function isDayBetween(value: Json, earliest: number, latest: number): boolean | undefined {
  if (typeof value !== "string" || !isDay(value)) return undefined;
  const begin = parseTime(value);
  return latest >= begin - eastHours * 3_600_000 && earliest <= begin + westHours * 3_600_000;
}

/** Whether a text is a day without a time. */
function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/** Returns how many seconds a time that is shown as a day may differ from the time that is meant; 0 for a time. */
export function roundingOf(shown: Json | undefined): number {
  return typeof shown === "string" && isDay(shown) ? westHours * 3600 : 0;
}

/** A time or a day of the calendar. Other texts may be read as one, too: "Room 5" is none. */
const timePattern = /^\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}|$)/;

/** Lists the times and days in a result, in milliseconds. */
export function listTimes(value: Json): number[] {
  if (typeof value === "object" && value !== null) return Object.values(value).flatMap(listTimes);
  const time = typeof value === "string" && timePattern.test(value) ? parseTime(value) : Number.NaN;
  return Number.isNaN(time) ? [] : [time];
}

function readTime(value: Json | undefined): number {
  return typeof value === "string" ? parseTime(value) : Number.NaN;
}
/** The most attempts to check a duration, each with more time before its end, if calls and hooks take long. */
const maxTries = 4;

/**
 * Checks a condition shortly before the end of a duration. If the clock runs, and the calls and hooks took so long that the end may
 * have passed, it tries again with more time before the end: a slow machine is not an error of the target.
 * @param stands whether the clock of the target is stopped
 * @param tryAt lets this many seconds pass on the target, which leave the time `slack` before the end, and returns the problem;
 * `undefined` if the condition holds
 */
export async function tryBeforeEnd<Problem>(
  seconds: number,
  clock: Clock,
  stands: boolean,
  tryAt: (seconds: number, slack: number) => Promise<Problem | undefined>,
): Promise<Problem | undefined> {
  if (stands) return tryAt(Math.max(0, seconds - roundingSeconds), roundingSeconds);
  let slack = 2 * roundingSeconds;
  for (let tries = 1; tries <= maxTries; tries++) {
    const startedAt = performance.now();
    const passed = Math.max(0, seconds - slack);
    const problem = await tryAt(passed, slack);
    const waited = clock.has("clock") ? 0 : passed;
    const tookSeconds = (performance.now() - startedAt) / 1000 - waited;
    if (problem === undefined || slack - tookSeconds > roundingSeconds) return problem;
    slack = 2 * roundingSeconds + Math.ceil(3 * tookSeconds);
  }
  throw new PreconditionError("slow", `the calls and hooks around the end after ${seconds} s took too long`);
}
