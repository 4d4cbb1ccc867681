/** Days of UTC, written as `2026-11-27`. */
const day = 86_400_000;

export const dayOf = (time: number): string => new Date(time).toISOString().slice(0, 10);

export const addDays = (start: string, days: number): string => dayOf(Date.parse(start) + days * day);

/** The last day of the year that begins on this day. */
export function endOfYearFrom(start: string): string {
  const date = new Date(start);
  date.setUTCFullYear(date.getUTCFullYear() + 1);
  return addDays(dayOf(date.getTime()), -1);
}

/** Counts the days from the first to the last one, with both. */
export const countDays = (first: string, last: string): number =>
  Math.round((Date.parse(last) - Date.parse(first)) / day) + 1;

export const nextMidnight = (time: number): string => `${addDays(dayOf(time), 1)}T00:00:00.000Z`;
