/** The ratios that an earlier run has kept in ratios.json, and those of a later run that fell since. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Row, readable } from "./row.ts";

/** The ratios of a bench, by what they compare. */
export type Ratios = Readonly<Record<string, number>>;

const file = join(import.meta.dirname, "ratios.json");
/** A smaller fall is within what a shared machine does to a ratio. */
const leastFall = 0.1;

/** By the name of the bench. */
export function readKeptRatios(): Readonly<Record<string, Ratios>> {
  return JSON.parse(readFileSync(file, "utf8"));
}

/** Replaces the kept ratios of a bench. */
export function keepRatios(bench: string, rows: readonly Row[]): void {
  const ratios = Object.fromEntries(
    rows.filter(({ isRatio }) => isRatio).map(({ what, value }) => [what, Number(readable(value))]),
  );
  if (Object.keys(ratios).length === 0) return;
  const kept = Object.entries({ ...readKeptRatios(), [bench]: ratios }).sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries(kept), null, 2)}\n`);
}

/** The ratios that fell by a tenth or more, a line for each. */
export function describeFalls(kept: Ratios = {}, rows: readonly Row[]): string[] {
  return rows.flatMap(({ what, value }) => {
    const before = kept[what];
    return before === undefined || value > before * (1 - leastFall)
      ? []
      : [`fell by a tenth or more: ${what}, ${readable(before)} kept, ${readable(value)} now`];
  });
}
