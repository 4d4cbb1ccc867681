/** Reads the period that a caller names, or an owner enters. */
import { invalidInput } from "../platform/failures/invalid-input.ts";
import { dayRange } from "../texts/time-zone.ts";

/** When responses were submitted, as `Date.toISOString` texts. */
export interface Period {
  /** Inclusive. */
  readonly from?: string;
  /** Exclusive, for a time, and for a day in a time zone. */
  readonly before?: string;
  /** Inclusive, for a day in UTC: its last millisecond. */
  readonly until?: string;
}

/**
 * @param dateFrom, dateTo days (`YYYY-MM-DD`, UTC) or times (RFC 3339) as in the request
 * @throws Refusal invalid_input for a time that does not exist, and for a period that ends before it begins
 */
export function readPeriod(dateFrom: string | undefined, dateTo: string | undefined): Period {
  const period = readTimes(dateFrom, dateTo);
  const { from, until, before = until } = period;
  if (from === undefined || before === undefined || from <= before) return period;
  const problem = `${dateTo} is before date_from (${dateFrom}), so no response can match. Exchange them, or leave one out.`;
  throw invalidInput("/date_to", problem);
}

function readTimes(dateFrom: string | undefined, dateTo: string | undefined): Period {
  return {
    ...(dateFrom !== undefined && { from: readTime("/date_from", dateFrom, "T00:00:00.000Z") }),
    ...(dateTo !== undefined &&
      (isDay(dateTo)
        ? { until: readTime("/date_to", dateTo, "T23:59:59.999Z") }
        : { before: readTime("/date_to", dateTo, "") })),
  };
}

/** Returns the period of an owner's days in a time zone, both included. @param from, to `YYYY-MM-DD`; empty: no limit */
export function periodOfDays(from: string, to: string, zone: string): Period {
  return {
    ...(from !== "" && { from: dayRange(from, zone).from }),
    ...(to !== "" && { before: dayRange(to, zone).until }),
  };
}

function isDay(text: string): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(text);
}

/**
 * RFC 3339 allows leap seconds, a blank instead of the T, and small letters. Years must have four digits, because
 * times are compared as text.
 */
function readTime(path: string, text: string, time: string): string {
  const written = isDay(text)
    ? text + time
    : text
        .toUpperCase()
        .replace(" ", "T")
        .replace(/:60(?=[.Z+-])/, ":59");
  const date = new Date(written);
  const year = date.getUTCFullYear();
  if (!Number.isNaN(year) && year >= 0 && year <= 9999) return date.toISOString();
  throw invalidInput(path, `${text} is no time that a response can have. Give a day such as 2026-03-15.`);
}
