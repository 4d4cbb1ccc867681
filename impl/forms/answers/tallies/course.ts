/** Counts by day, week, month or year, so that a chart has few enough points: when responses came, and dates that were answered. */

/** Points of the chart; a day each as long as a month fits. */
const MAX_COLUMNS = 31;
/** A course begins at least this many days before its end, so one day is shown among others. */
const LEAST_DAYS = 7;
const DAY_MS = 86_400_000;

export type CourseUnit = "day" | "week" | "month" | "year";

export interface Course {
  readonly unit: CourseUnit;
  /** The columns without gaps; `from` is the first day of each, `YYYY-MM-DD`. */
  readonly columns: readonly { readonly from: string; readonly count: number }[];
}

/** @param times days or times in ISO 8601, the latest first */
export function computeCourse(times: readonly string[]): Course | undefined {
  const [latest, earliest] = [times[0], times.at(-1)];
  if (latest === undefined || earliest === undefined) return undefined;
  const axis = createAxis(earliest, latest);
  const counts = new Map(axis.starts.map((start) => [start, 0]));
  for (const time of times) {
    const start = startOfUnit(axis.unit, time);
    counts.set(start, (counts.get(start) ?? 0) + 1);
  }
  return { unit: axis.unit, columns: [...counts].map(([from, count]) => ({ from, count })) };
}

/** The points of a course without gaps, each the first day of its unit. */
export interface Axis {
  readonly unit: CourseUnit;
  readonly starts: readonly string[];
}

/** @param earliest, latest days or times in ISO 8601 */
export function createAxis(earliest: string, latest: string): Axis {
  const least = toDay(Date.parse(`${latest.slice(0, 10)}T00:00:00.000Z`) - (LEAST_DAYS - 1) * DAY_MS);
  const from = earliest < least ? earliest : least;
  for (const unit of ["day", "week", "month"] as const) {
    const starts = startsBetween(unit, from, latest, MAX_COLUMNS);
    if (starts !== undefined) return { unit, starts };
  }
  return { unit: "year", starts: startsBetween("year", from, latest, Infinity) ?? [] };
}

function startsBetween(
  unit: CourseUnit,
  earliest: string,
  latest: string,
  max: number,
): readonly string[] | undefined {
  const starts: string[] = [];
  const last = startOfUnit(unit, latest);
  for (let start = startOfUnit(unit, earliest); start <= last; start = nextStart(unit, start)) {
    if (starts.length === max) return undefined;
    starts.push(start);
  }
  return starts;
}

/** Returns the first day of the unit that a day or time is in. Weeks begin on Monday. */
export function startOfUnit(unit: CourseUnit, time: string): string {
  if (unit === "year") return `${time.slice(0, 4)}-01-01`;
  if (unit === "month") return `${time.slice(0, 7)}-01`;
  const day = new Date(`${time.slice(0, 10)}T00:00:00.000Z`);
  const back = unit === "week" ? (day.getUTCDay() + 6) % 7 : 0;
  return toDay(day.getTime() - back * DAY_MS);
}

function nextStart(unit: CourseUnit, start: string): string {
  const date = new Date(`${start}T00:00:00.000Z`);
  if (unit === "year") return `${String(date.getUTCFullYear() + 1).padStart(4, "0")}-01-01`;
  if (unit === "month") return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return toDay(date.getTime() + (unit === "week" ? 7 : 1) * DAY_MS);
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
