/** Finds the items that a filtered list must contain. */

import type { Json } from "../../cases/edits.ts";
import { passesFilter } from "../../cases/filters.ts";
import type { FilterRule, PagesRule } from "../../cases/rules/lists.ts";
import type { FilledList } from "./filled-list.ts";
import { readId } from "./walk.ts";

/** The items that a filtered list must contain at least. */
export interface ExpectedItems {
  /** The items of the whole list that match. */
  readonly ids: readonly Json[];
  /** The number of items that were created to match. */
  readonly least: number;
}

export function findExpectedItems(
  filter: FilterRule,
  value: Json,
  all: readonly Json[],
  rule: PagesRule,
  list: FilledList,
): ExpectedItems {
  const fitting = all.filter((item) => passesFilter(filter, item, value));
  return {
    // Without ids, items cannot be told apart.
    ids: rule.id === undefined ? [] : fitting.map((item) => readId(item, rule)),
    least: list.leastWith(filter.path, value),
  };
}
