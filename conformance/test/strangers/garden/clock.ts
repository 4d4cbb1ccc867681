/** The clock of the garden: that of the machine, moved by what the tests ask for, or standing still. */
import { Refusal } from "@toolwright/runtime";

export const hour = 3_600_000;
export const day = 24 * hour;

const mayStop = process.env.CLOCK === "stands";
let offset = 0;
let stopped: number | undefined;

/** Milliseconds since the epoch. */
export function now(): number {
  return stopped ?? Date.now() + offset;
}

/** Moves the clock ahead. With `still` it stands from then on, if it may; without, it goes on standing if it stood. */
export function moveClock(seconds: number, still: boolean | undefined): void {
  const wasStopped = stopped !== undefined;
  const time = now() + seconds * 1000;
  offset = time - Date.now();
  stopped = mayStop && (still ?? wasStopped) ? time : undefined;
}

export function timestamp(time = now()): string {
  return new Date(time).toISOString();
}

/** The day of UTC, as YYYY-MM-DD. */
export function today(): string {
  return timestamp().slice(0, 10);
}

/** Milliseconds of a date-time of the caller. A leap second counts as the second before. */
export function timeOf(text: string): number {
  const time = Date.parse(text.replace(/:60(?=[.Z+-])/i, ":59"));
  if (Number.isNaN(time))
    throw new Refusal("invalid_input", `${text} is no time. Send one such as ${timestamp()}.`);
  return time;
}

/** Refuses to plan something before now, or more than a year ahead. */
export function refuseStart(start: number): void {
  if (start < now()) throw new Refusal("in_the_past", `It is ${timestamp()}. Send a time after that.`);
  if (start > now() + 366 * day)
    throw new Refusal("too_far_ahead", `It is ${timestamp()}. Send a time of the next twelve months.`);
}
