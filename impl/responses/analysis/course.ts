/** When responses came: by day, week, month or year, so that a chart has few enough columns. */

/** Columns of the chart; a day each as long as a month fits. */
const MAX_COLUMNS = 31;
const DAY_MS = 86_400_000;

export interface Course {
  readonly unit: "day" | "week" | "month" | "year";
  /** The columns without gaps; `from` is the first day of each, `YYYY-MM-DD`, in UTC. */
  readonly columns: readonly { readonly from: string; readonly count: number }[];
}

/** @param times ISO 8601, the latest first */
export function computeCourse(times: readonly string[]): Course | undefined {
  const [latest, earliest] = [times[0], times.at(-1)];
  if (latest === undefined || earliest === undefined) return undefined;
  for (const unit of ["day", "week", "month", "year"] as const) {
    const starts = startsBetween(unit, earliest, latest, unit === "year" ? Infinity : MAX_COLUMNS);
    if (starts === undefined) continue;
    const counts = new Map(starts.map((start) => [start, 0]));
    for (const time of times) {
      const start = startOfUnit(unit, time);
      counts.set(start, (counts.get(start) ?? 0) + 1);
    }
    return { unit, columns: [...counts].map(([from, count]) => ({ from, count })) };
  }
  return undefined;
}

function startsBetween(
  unit: Course["unit"],
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

/** Weeks begin on Monday. */
function startOfUnit(unit: Course["unit"], time: string): string {
  if (unit === "year") return `${time.slice(0, 4)}-01-01`;
  if (unit === "month") return `${time.slice(0, 7)}-01`;
  const day = new Date(`${time.slice(0, 10)}T00:00:00.000Z`);
  const back = unit === "week" ? (day.getUTCDay() + 6) % 7 : 0;
  return toDay(day.getTime() - back * DAY_MS);
}

function nextStart(unit: Course["unit"], start: string): string {
  const date = new Date(`${start}T00:00:00.000Z`);
  if (unit === "year") return `${String(date.getUTCFullYear() + 1).padStart(4, "0")}-01-01`;
  if (unit === "month") return toDay(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 1));
  return toDay(date.getTime() + (unit === "week" ? 7 : 1) * DAY_MS);
}

function toDay(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, 10);
}
