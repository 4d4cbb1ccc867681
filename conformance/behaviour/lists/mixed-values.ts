/** Fields of new items of a list, so that each of its filters, and each two of them, select some of the items and leave others out. */
import { randomBytes } from "node:crypto";
import type { Json, JsonObject } from "../../cases/edits.ts";
import { listFilterPlaces, readFiltered } from "../../cases/filters.ts";
import type { FilterRule } from "../../cases/rules/lists.ts";
import { findBoundWithoutItems, listDistinct } from "./tried-values.ts";
import { fieldWith } from "./wanted-field.ts";

/** The two levels of one place: fields with one value, and with another one. */
type Levels = readonly [() => JsonObject, () => JsonObject];

/** With so many places, each two levels of two places meet in four items. */
const fewPlaces = 1;

/**
 * Lists the fields of items in which the levels of each place take turns. Among eight items each two levels of two places meet twice:
 * the columns of an orthogonal array. @param canBeGiven whether calls can give a new item a value of this field
 */
export function listMixedValues(
  filters: readonly FilterRule[],
  items: readonly Json[],
  canBeGiven: (field: string) => boolean,
): readonly JsonObject[] {
  const byPath = new Map(filters.map((filter) => [filter.path, filter]));
  const places = [...byPath.values()]
    .map((filter) => findLevels(filter, items, canBeGiven))
    .filter((levels) => levels !== undefined);
  if (places.length === 0) return [];
  const count = places.length <= fewPlaces ? 4 : 8;
  return Array.from({ length: count }, (_, item) =>
    Object.assign({}, ...places.map(([low, high], place) => (isHigh(item, place) ? high() : low()))),
  );
}

/** So often another value comes next in a list in which the values of a filter take turns. */
const fewestTurns = 4;

/** Whether two values of a filter take turns in a list, so that some of its pages have both. */
export function takesTurns(filter: FilterRule, items: readonly Json[]): boolean {
  const values = items.map((item) => JSON.stringify(readFiltered(filter, item)));
  return values.filter((value, index) => index > 0 && value !== values[index - 1]).length >= fewestTurns;
}

/** The level is the parity of the bits that the numbers of the item and of the place have in common. */
function isHigh(item: number, place: number): boolean {
  const common = item & ((place % 7) + 1);
  const bits = [common & 1, (common >> 1) & 1, (common >> 2) & 1];
  return bits.filter((bit) => bit === 1).length % 2 === 1;
}

function findLevels(
  filter: FilterRule,
  items: readonly Json[],
  canBeGiven: (field: string) => boolean,
): Levels | undefined {
  const isGiven = (path: string) => Object.keys(fieldWith(path, "")).every(canBeGiven);
  const path = listFilterPlaces(filter).find(isGiven);
  if (path === undefined) return undefined;
  if (filter.is === "contains" || filter.is === "similar")
    return [() => ({}), () => fieldWith(path, `Page item ${randomBytes(5).toString("hex")}`)];
  if (filter.is !== "equal") return findBounds(filter, path, items);
  return path.includes("*") ? findEntries(filter, path, items) : findValues(filter, path, items);
}

/** An item without an entry of the list, and one in which that is not the first. */
function findEntries(filter: FilterRule, path: string, items: readonly Json[]): Levels | undefined {
  const [entry, other] = listDistinct(items.flatMap((item) => readFiltered(filter, item)));
  if (entry === undefined) return undefined;
  if (other === undefined) return [() => ({}), () => fieldWith(path, entry)];
  return [() => fieldWith(path, other), () => fieldWith(path, other, entry)];
}

/** The first two values of the schema, or the two that most items have. */
function findValues({ values = [], ...filter }: FilterRule, path: string, items: readonly Json[]) {
  const present = items.flatMap((item) => readFiltered(filter, item)).filter((value) => value !== null);
  const counts = Map.groupBy(present, (value) => JSON.stringify(value));
  const frequent = [...counts.values()].toSorted((a, b) => b.length - a.length).flatMap(([first]) => first!);
  const [one, other] = values.length > 1 ? values : frequent;
  if (one === undefined || other === undefined) return undefined;
  return [() => fieldWith(path, other), () => fieldWith(path, one)] as const;
}

/** The value that all items have, and a lower one. Different values bound items already. */
function findBounds(filter: FilterRule, path: string, items: readonly Json[]): Levels | undefined {
  const [value, another] = listDistinct(items.flatMap((item) => readFiltered(filter, item)));
  const lower = value === undefined ? undefined : findBoundWithoutItems("at-most", value);
  if (value === undefined || another !== undefined || lower === undefined) return undefined;
  return [() => fieldWith(path, value), () => fieldWith(path, lower)];
}
