/** Joins neighbouring parts of a chart until each counts enough people, so that none shows the number or the date of one of them. */
import type { Course } from "../../forms/answers/tallies/course.ts";
import type { Counted } from "../../forms/answers/tallies/tally.ts";

/** Stands between two numbers, and, with spaces around it, between two dates. */
const DASH = "–";

/** A part with both its ends, as they are written. */
export interface Stretch {
  readonly start: string;
  readonly end: string;
  readonly count: number;
}

/**
 * Joins stretches from the first one on; the rest goes to the last. The outer ends are left open, since they would be the least
 * and the greatest answer.
 * @param dash between both ends
 * @returns an empty list if fewer than two are left, which would have no shape
 */
export function joinStretches(stretches: readonly Stretch[], least: number, dash = DASH): Counted[] {
  const joined: Stretch[] = [];
  let open: Stretch | undefined;
  for (const { start, end, count } of stretches) {
    open = { start: open?.start ?? start, end, count: (open?.count ?? 0) + count };
    if (open.count < least) continue;
    joined.push(open);
    open = undefined;
  }
  const last = joined.pop();
  if (last === undefined || joined.length === 0) return [];
  const all = [...joined, { ...last, count: last.count + (open?.count ?? 0) }];
  return all.map(({ start, end, count }, at) => {
    const ends = [at === 0 ? "…" : start, at === all.length - 1 ? "…" : end];
    return { label: ends[0] === ends[1] ? start : ends.join(dash), count };
  });
}

/** Returns the stretches of columns whose labels are a number, or two with a dash between them. */
export function numberStretches(columns: readonly Counted[]): Stretch[] {
  return columns.map(({ label, count }) => {
    const ends = label.split(DASH);
    return { start: ends[0]!, end: ends.at(-1)!, count };
  });
}

/** Returns the stretches of a course. Each ends on the day before the next one. */
export function dayStretches({ columns }: Course, write: (day: string) => string): Stretch[] {
  return columns.map(({ from, count }, at) => {
    const next = columns[at + 1]?.from;
    return { start: write(from), end: next === undefined ? "" : write(dayBefore(next)), count };
  });
}

function dayBefore(day: string): string {
  return new Date(Date.parse(`${day}T00:00:00.000Z`) - 86_400_000).toISOString().slice(0, 10);
}
