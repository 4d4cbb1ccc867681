/** Values of new items by which a list is ordered: some equal ones, and another one. */
import { randomBytes } from "node:crypto";
import { type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";
import { parseTime } from "../../cases/times.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { lastStep } from "./list-rule.ts";
import type { Supply } from "./supply.ts";
import type { Walk } from "./walk.ts";
import { fieldWith } from "./wanted-field.ts";

/** One item more than a page of two has. */
const fewestEqual = 3;

/** Adds items that are equal where a list is ordered, so that a page may end between them. @param read reads the whole list */
export async function addEqualItems(
  { order }: PagesRule,
  supply: Supply,
  read: () => Promise<Walk>,
): Promise<void> {
  for (const { path } of order?.orders ?? []) {
    if (!supply.canGive(lastStep(path))) continue;
    for (const values of listOrderedValues(path, (await read()).items))
      await ifPossible(supply.add(1, values));
  }
}

/** Lists the fields of items that a list lacks so that its order has equal items in a row, and different ones. */
export function listOrderedValues(path: string, items: readonly Json[]): JsonObject[] {
  const values = items.map((item) => valueAt(item, path)).filter((value) => typeof value !== "object");
  const [first] = values;
  if (first === undefined) return [];
  const counts = values.map((value) => values.filter((other) => other === value).length);
  const equal = Array.from({ length: fewestEqual - Math.max(...counts) }, () => fieldWith(path, first));
  const other = new Set(values).size > 1 ? undefined : findOther(first);
  return [...equal, ...(other === undefined ? [] : [fieldWith(path, other)])];
}

/** Another value of the kind of one; undefined for a time, of which the spec of each server says where it may be. */
function findOther(value: Json): Json | undefined {
  if (typeof value === "number") return value + 1;
  if (typeof value !== "string" || !Number.isNaN(parseTime(value))) return undefined;
  return `Page item ${randomBytes(5).toString("hex")}`;
}
