/** Summarises texts, dates and files: the latest, the most frequent, and their number. */
import { isStoredFile } from "../answer.ts";
import { type Course, createAxis, startOfUnit } from "./course.ts";
import type { Tally } from "./tally.ts";

const LATEST = 5;
const TOP = 8;
/** Different values that are counted; a frequent one is among the first of them. */
const MAX_DISTINCT = 5_000;

export function textTally(): Tally {
  const latest: string[] = [];
  return {
    add(answer) {
      if (typeof answer === "string" && latest.length < LATEST) latest.push(answer);
    },
    result: () => ({ kind: "texts", latest }),
  };
}

/** @param pattern of values that sort as their texts do, such as dates; undefined: any text, in no order */
export function valueTally(write: (value: string) => string, pattern?: RegExp): Tally {
  const counts = new Map<string, number>();
  let [first, last] = ["", ""];
  return {
    add(answer) {
      if (typeof answer !== "string" || (pattern !== undefined && !pattern.test(answer))) return;
      const value = answer;
      if (counts.size < MAX_DISTINCT || counts.has(value)) counts.set(value, (counts.get(value) ?? 0) + 1);
      if (first === "" || value < first) first = value;
      if (value > last) last = value;
    },
    result() {
      const top = [...counts].sort(([a, one], [b, other]) => other - one || (a < b ? -1 : 1)).slice(0, TOP);
      return {
        kind: "values",
        course:
          pattern !== undefined && isDay(first) && isDay(last) ? countDays(counts, first, last) : undefined,
        top: top.map(([value, count]) => ({ label: write(value), count })),
        distinct: counts.size,
        first: first && write(first),
        last: last && write(last),
        isOrdered: pattern !== undefined,
      };
    },
  };
}

function isDay(value: string): boolean {
  return /^\d{4}-/.test(value) && !Number.isNaN(Date.parse(`${value.slice(0, 10)}T00:00:00.000Z`));
}

/** A course over more years has too many points. */
const MAX_YEARS = 150;

/** Counts dates by day, week, month or year; undefined: they are too far apart. */
function countDays(counts: ReadonlyMap<string, number>, first: string, last: string): Course | undefined {
  if (Number(last.slice(0, 4)) - Number(first.slice(0, 4)) > MAX_YEARS) return undefined;
  const { unit, starts } = createAxis(first, last);
  const columns = new Map(starts.map((start) => [start, 0]));
  for (const [value, count] of counts) {
    if (!isDay(value)) continue;
    const start = startOfUnit(unit, value);
    columns.set(start, (columns.get(start) ?? 0) + count);
  }
  return { unit, columns: [...columns].map(([from, count]) => ({ from, count })) };
}

export function fileTally(): Tally {
  let [files, bytes] = [0, 0];
  return {
    add(answer) {
      for (const file of [answer].flat() as readonly unknown[]) {
        if (!isStoredFile(file)) continue;
        files += 1;
        bytes += file.size_bytes;
      }
    },
    result: () => ({ kind: "files", files, bytes }),
  };
}
