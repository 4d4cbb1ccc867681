/** Compares the rows of a file with the items that its tool counts: a file of chosen items has no others. */
import { canonical } from "@toolwright/runtime/json";
import { addressAt, readText } from "../../behaviour/calls/addresses.ts";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { lastStep } from "../../behaviour/lists/list-rule.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { SumRule } from "../../cases/rules/results.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { parseRecords } from "../files/records.ts";

/**
 * Finds a row of an item that the list does not have, in a file that has more rows than its tool has counted. A file with fewer rows
 * may be limited.
 */
export async function findForeignRow(
  { parts, total, items }: SumRule,
  called: Called,
  listed: readonly Json[],
  engine: Engine,
): Promise<string | undefined> {
  const list = items?.list?.tool ?? "";
  const id = engine.rules.pages[list]?.id;
  const count = valueAt(readStructured(called), total);
  const countsAll = parts.length === 0 && Object.keys(items?.where ?? {}).length === 0;
  if (id === undefined || typeof count !== "number" || !countsAll) return undefined;
  const known = new Set(listed.map((item) => toText(valueAt(item, id))));
  for (const { url } of engine.rules.files[called.tool] ?? []) {
    const text = await ifPossible(readText(addressAt(url, called, engine)));
    const rows = (text === undefined ? undefined : parseRecords(text)) ?? [];
    const ids = new Set(rows.map((row) => toText(row[lastStep(id)])));
    const foreign = [...ids].find((each) => each !== undefined && !known.has(each));
    if (ids.size > count && foreign !== undefined)
      return `${total} is ${count}, and the file at ${url} has ${ids.size} rows, one of them of ${foreign}, which is not`;
  }
  return undefined;
}

/** A cell of CSV is a text, whatever the value. */
function toText(value: Json | undefined): string | undefined {
  return value === undefined || typeof value === "string" ? value : canonical(value);
}
