/** Reads times in JSON: texts, and numbers of seconds or milliseconds since 1970. */
import type { Json } from "./edits.ts";

/** Numbers above it are milliseconds, others are seconds. */
const mostSeconds = 100_000_000_000;

/** Whether a number that is a time counts milliseconds. */
export function isMilliseconds(time: number): boolean {
  return time > mostSeconds;
}

/** A time without a zone, as many servers write it. */
const timeWithoutZone = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)$/;

/** Reads a text as a time in milliseconds; NaN if it is none. One without a zone counts as UTC, wherever the suite runs. */
export function parseTime(text: string): number {
  const [, day, time] = timeWithoutZone.exec(text) ?? [];
  return Date.parse(day === undefined ? text : `${day}T${time}Z`);
}

/** Writes a time as another text has one: with or without a zone, seconds and the letter T; or as a day. */
export function printTimeLike(sample: string, ms: number): string {
  const text = new Date(ms).toISOString();
  const day = text.slice(0, "2031-05-14".length);
  if (sample.length === day.length) return day;
  const [, , time] = timeWithoutZone.exec(sample) ?? [];
  if (time === undefined) return text.replace(".000", "");
  return day + sample[day.length] + text.slice(day.length + 1).slice(0, time.length);
}

/** Writes a time that has a zone as the same time in another one; undefined if the text has none. */
export function toOtherZone(text: string, minutesEast: number): string | undefined {
  const ms = parseTime(text);
  if (!/T.*(?:Z|[+-]\d\d:\d\d)$/.test(text) || Number.isNaN(ms)) return undefined;
  const shifted = new Date(ms + minutesEast * 60_000).toISOString();
  if (shifted.length !== "2031-05-14T09:26:53.000Z".length) return undefined;
  const twoDigits = (value: number) => String(value).padStart(2, "0");
  const minutes = Math.abs(minutesEast);
  const zone = `${minutesEast < 0 ? "-" : "+"}${twoDigits(Math.floor(minutes / 60))}:${twoDigits(minutes % 60)}`;
  return shifted.replace(".000Z", "Z").replace("Z", zone);
}

/** Returns a time in milliseconds; NaN if the value is not a time. */
export function toMs(time: Json | undefined): number {
  if (typeof time === "string") return parseTime(time);
  if (typeof time !== "number") return Number.NaN;
  return isMilliseconds(time) ? time : time * 1_000;
}
