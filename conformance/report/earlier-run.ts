/** Reads the JSON report of an earlier run. */
import { isObject, type Json, parseJson } from "../cases/edits.ts";
import type { Tally } from "../results/report.ts";
import type { EarlierRun } from "../results/since.ts";
import { UsageError } from "../usage/usage-error.ts";

/** @param text the content of `report.json`. @throws UsageError if it is not such a report */
export function readEarlierRun(text: string, file: string): EarlierRun {
  const report = parseJson(text);
  if (!isObject(report) || report.toolwright !== 2 || !Array.isArray(report.results))
    throw new UsageError(`${file} is not a report.json of this version. Use the one of an earlier run.`);
  const results: readonly Json[] = report.results;
  const counted = results.flatMap((each) =>
    isObject(each) ? [[String(each.id), String(each.counted) as keyof Tally] as const] : [],
  );
  const { date, seed } = report;
  return { date: String(date), counted: new Map(counted), ...(typeof seed === "number" && { seed }) };
}
