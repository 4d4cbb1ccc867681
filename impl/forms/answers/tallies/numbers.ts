/** Counts numbers: scales step by step, others in ranges of a round width. */
import type { NumberColumn, Tally } from "./tally.ts";

/** Columns of a chart. */
const MAX_COLUMNS = 12;

/** @param steps every possible answer; undefined: there are too many, or any number is possible */
export function numberTally(steps: readonly number[] | undefined, write: (value: number) => string): Tally {
  const values: number[] = [];
  return {
    add(answer) {
      if (typeof answer === "number") values.push(answer);
    },
    result() {
      const sorted = Float64Array.from(values).sort();
      const [min, max] = [sorted[0] ?? 0, sorted.at(-1) ?? 0];
      const sum = values.reduce((total, value) => total + value, 0);
      return {
        kind: "numbers",
        columns:
          steps !== undefined && steps.length <= MAX_COLUMNS
            ? stepColumns(sorted, steps, write)
            : rangeColumns(sorted, min, max, write),
        average: sum / Math.max(1, values.length),
        median: computeMedian(sorted),
        min,
        max,
      };
    },
  };
}

function computeMedian(sorted: Float64Array): number {
  const middle = sorted.length / 2;
  const [low = 0, high = 0] = [sorted[Math.ceil(middle) - 1], sorted[Math.floor(middle)]];
  return low + (high - low) / 2;
}

function stepColumns(
  values: Float64Array,
  steps: readonly number[],
  write: (value: number) => string,
): readonly NumberColumn[] {
  const counts = new Map(steps.map((step) => [step, 0]));
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return steps.map((step) => ({
    label: write(step),
    count: counts.get(step)!,
    part: { from: step, to: step },
  }));
}

function rangeColumns(
  values: Float64Array,
  min: number,
  max: number,
  write: (value: number) => string,
): readonly NumberColumn[] {
  const isWhole = values.every(Number.isInteger);
  if (isWhole && max - min < MAX_COLUMNS) {
    const steps = Array.from({ length: max - min + 1 }, (_, index) => min + index);
    return stepColumns(values, steps, write);
  }
  const width = roundWidth((max - min) / (MAX_COLUMNS - 2), isWhole);
  const start = Math.floor(min / width);
  const columns = Math.floor(max / width) - start + 1;
  if (!Number.isFinite(width) || width <= 0 || !(columns <= 2 * MAX_COLUMNS))
    return [{ label: `${write(min)}–${write(max)}`, count: values.length, part: { from: min, to: max } }];
  const counts = new Array<number>(columns).fill(0);
  for (const value of values) counts[Math.floor(value / width) - start]! += 1;
  const last = (from: number) => (isWhole ? from + width - 1 : from + width);
  return counts.map((count, index) => {
    const from = Number(((start + index) * width).toPrecision(12));
    const to = Number(last(from).toPrecision(12));
    const label = from === to ? write(from) : `${write(from)}–${write(to)}`;
    return isWhole ? { label, count, part: { from, to } } : { label, count };
  });
}

/** The next of 1, 2, 5, 10, 20, 50 and so on. */
function roundWidth(least: number, isWhole: boolean): number {
  if (least <= 0) return 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const width = [1, 2, 5, 10].map((factor) => factor * power).find((one) => one >= least) ?? 10 * power;
  return isWhole ? Math.max(1, width) : width;
}

/** Net Promoter Score: 9 and 10 are promoters, 0 to 6 detractors. */
export function npsTally(): Tally {
  const counts = new Array<number>(11).fill(0);
  return {
    add(answer) {
      if (typeof answer === "number" && counts[answer] !== undefined) counts[answer] += 1;
    },
    result() {
      const sum = (from: number, to: number) =>
        counts.slice(from, to + 1).reduce((total, count) => total + count, 0);
      const [detractors, passives, promoters] = [sum(0, 6), sum(7, 8), sum(9, 10)];
      const all = Math.max(1, detractors + passives + promoters);
      return {
        kind: "nps",
        columns: counts.map((count, value) => ({
          label: String(value),
          count,
          part: { from: value, to: value },
        })),
        score: Math.round((100 * (promoters - detractors)) / all),
        detractors,
        passives,
        promoters,
      };
    },
  };
}
