/** Decides whether the filter of a list selects an item. */

import type { Json } from "./edits.ts";
import { valuesAt } from "./places.ts";
import type { FilterRule } from "./rules/lists.ts";

/** The places of an item that a filter looks at. */
export type FilterPlaces = Pick<FilterRule, "path" | "otherPaths">;

/** Lists the places of an item at which a filter finds its value. */
export function listFilterPlaces({ path, otherPaths = [] }: FilterPlaces): string[] {
  return [path, ...otherPaths];
}

/** Lists the values of an item that a filter looks at: one, or several in a list or at several places. */
export function readFiltered(filter: FilterPlaces, item: Json): Json[] {
  return listFilterPlaces(filter).flatMap((place) => valuesAt(item, place).map(({ value }) => value));
}

/** Whether an item belongs to the list filtered by `wanted`: one of the values that the filter looks at is enough. */
export function passesFilter(filter: FilterRule, item: Json, wanted: unknown): boolean {
  return readFiltered(filter, item).some((actual) => isFitting(filter, actual, wanted));
}

function isFitting({ is, days }: FilterRule, actual: Json, wanted: unknown): boolean {
  if (actual === null) return false;
  if (days !== undefined && isDay(wanted)) {
    // Days as texts sort like days. As a bound, a day includes its end.
    const order = compareValues(toDay(String(actual), days), String(wanted));
    if (is === "at-least") return order >= 0;
    return is === "equal" ? order === 0 : order <= 0;
  }
  switch (is) {
    case "equal":
      return isSame(actual, wanted) || hasEntry(actual, wanted);
    case "contains":
      return Array.isArray(actual) ? hasEntry(actual, wanted) : containsText(actual, wanted);
    case "similar":
      return containsText(actual, wanted);
    case "at-least":
      return compareValues(actual, wanted) >= 0;
    case "at-most":
      return compareValues(actual, wanted) <= 0;
    case "below":
      return compareValues(actual, wanted) < 0;
  }
}

function isSame(actual: Json, wanted: unknown): boolean {
  return JSON.stringify(actual) === JSON.stringify(wanted);
}

function hasEntry(actual: Json, wanted: unknown): boolean {
  return Array.isArray(actual) && actual.some((entry) => isSame(entry, wanted));
}

function containsText(actual: Json, wanted: unknown): boolean {
  return String(actual).toLowerCase().includes(String(wanted).toLowerCase());
}

/** Returns the day `YYYY-MM-DD` of a time in a time zone. */
export function toDay(time: string, timeZone: string): string {
  // The Swedish locale formats dates as ISO 8601.
  return new Intl.DateTimeFormat("sv-SE", { timeZone }).format(new Date(time));
}

/** Compares numbers by value, times by instant, and other texts by their characters. */
export function compareValues(a: unknown, b: unknown): number {
  const [left, right] = [sortKey(a), sortKey(b)];
  if (left < right) return -1;
  return left > right ? 1 : 0;
}

function sortKey(value: unknown): number | string {
  if (typeof value === "number") return value;
  const text = String(value);
  return /^\d{4}-\d{2}-\d{2}/.test(text) && !Number.isNaN(Date.parse(text)) ? Date.parse(text) : text;
}

function isDay(value: unknown): boolean {
  return /^\d{4}-\d{2}-\d{2}$/.test(String(value));
}
