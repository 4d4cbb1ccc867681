/** Days, ISO weeks and months, all of UTC, as texts. */
const dayLength = 86_400_000;

export const addDays = (day: string, count: number): string =>
  new Date(Date.parse(day) + count * dayLength).toISOString().slice(0, 10);

/** Monday is 1, Sunday is 7. */
const weekdayOf = (day: string): number => new Date(day).getUTCDay() || 7;

/** The Monday of a week such as 2025-W41; undefined if that year has no such week. */
export function firstDayOf(week: string): string | undefined {
  const [year, number] = week.split("-W").map(Number) as [number, number];
  const inFirstWeek = `${year}-01-04`;
  const monday = addDays(inFirstWeek, 1 - weekdayOf(inFirstWeek) + (number - 1) * 7);
  return addDays(monday, 3).startsWith(`${year}-`) ? monday : undefined;
}

export function countWorkdays(first: string, last: string): number {
  let count = 0;
  for (let day = first; day <= last; day = addDays(day, 1)) if (weekdayOf(day) < 6) count += 1;
  return count;
}

export function lastDayOfMonth(month: string): string {
  const [year, number] = month.split("-").map(Number) as [number, number];
  return new Date(Date.UTC(year, number, 0)).toISOString().slice(0, 10);
}
