/** Finds the call of the page after one that was read. */

import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { PagesRule } from "../../cases/rules/lists.ts";

export interface NextPage {
  readonly input: Json;
  /** The cursor that the page returned; undefined where pages are read by an offset. */
  readonly cursor?: Json;
}

/** Returns the call of the next page; undefined after the last one. */
export function findNextPage(rule: PagesRule | undefined, input: Json, result: Json): NextPage | undefined {
  if (rule?.offset !== undefined) return findNextOffset(rule, rule.offset, input, result);
  const cursor = rule?.next === undefined ? undefined : valueAt(result, rule.next);
  if (rule?.cursor === undefined || cursor === undefined || cursor === null) return undefined;
  return { input: applyEdits(input, [{ set: rule.cursor, to: cursor }]), cursor };
}

/** A list with a total ends with it; without one, an empty page is the end. */
function findNextOffset(rule: PagesRule, offset: string, input: Json, result: Json): NextPage | undefined {
  const items = valueAt(result, rule.items);
  if (!Array.isArray(items) || items.length === 0) return undefined;
  const before = valueAt(input, offset);
  const next = (typeof before === "number" ? before : 0) + items.length;
  const total = rule.total === undefined ? undefined : valueAt(result, rule.total);
  if (typeof total === "number" && next >= total) return undefined;
  return { input: applyEdits(input, [{ set: offset, to: next }]) };
}
