/** Checks dates and times. */
import type { DateField, DatetimeField, TimeField } from "../../../generated/types.ts";
import { type Checked, problem } from "../problem.ts";

const HOUR_MS = 3_600_000;

export function checkDate({ validation = {} }: DateField, input: unknown, now: Date): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  if (!isDate(text)) return problem("date");
  const min = validation.min === "today" ? earliestToday(now) : validation.min;
  const max = validation.max === "today" ? latestToday(now) : validation.max;
  if (min !== undefined && text < min) return { problem: { code: "date_min", date: min } };
  if (max !== undefined && text > max) return { problem: { code: "date_max", date: max } };
  return { answer: text };
}

export function checkTime({ validation = {} }: TimeField, input: unknown): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  const answer = isTime(text) ? text.slice(0, 5) : undefined;
  if (answer === undefined) return problem("time");
  const { min, max } = validation;
  if (min !== undefined && answer < min) return { problem: { code: "time_min", time: min } };
  if (max !== undefined && answer > max) return { problem: { code: "time_max", time: max } };
  return { answer };
}

export function checkDatetime(
  { validation = {} }: DatetimeField,
  input: unknown,
  now: Date,
): Checked<string> {
  const text = readText(input);
  if (text === undefined) return undefined;
  const [date = "", time = ""] = text.split("T");
  if (!isDate(date) || !isTime(time)) return problem("datetime");
  const answer = `${date}T${time.slice(0, 5)}`;
  const min = validation.min === "today" ? `${earliestToday(now)}T00:00` : validation.min;
  const max = validation.max === "today" ? `${latestToday(now)}T23:59` : validation.max;
  if (min !== undefined && answer < min) return { problem: { code: "datetime_min", date: min } };
  if (max !== undefined && answer > max) return { problem: { code: "datetime_max", date: max } };
  return { answer };
}

/** Somewhere it is still this day: UTC-12. */
export function earliestToday(now: Date): string {
  return new Date(now.getTime() - 12 * HOUR_MS).toISOString().slice(0, 10);
}

/** Somewhere it is this day already: UTC+14. */
export function latestToday(now: Date): string {
  return new Date(now.getTime() + 14 * HOUR_MS).toISOString().slice(0, 10);
}

/** Undefined for an empty answer; a blank for a value that is not text, which no format accepts. */
function readText(input: unknown): string | undefined {
  if (input === undefined || input === null) return undefined;
  const text = typeof input === "string" ? input.trim() : " ";
  return text === "" ? undefined : text;
}

function isDate(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** Browsers may add seconds. */
function isTime(text: string): boolean {
  return /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.\d{1,3})?)?$/.test(text);
}
