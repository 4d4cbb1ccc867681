/** Reads times in JSON: texts, and numbers of seconds or milliseconds since 1970. */
import type { Json } from "./edits.ts";

/** Numbers above it are milliseconds, others are seconds. */
const mostSeconds = 100_000_000_000;

/** Whether a number that is a time counts milliseconds. */
export function isMilliseconds(time: number): boolean {
  return time > mostSeconds;
}

/** Returns a time in milliseconds; NaN if the value is not a time. */
export function toMs(time: Json | undefined): number {
  if (typeof time === "string") return Date.parse(time);
  if (typeof time !== "number") return Number.NaN;
  return isMilliseconds(time) ? time : time * 1_000;
}
