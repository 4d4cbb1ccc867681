/** Decides whether the filter of a list selects an item. */
import type { FilterRule } from "./behaviour.ts";

/** Whether an item with this value belongs to the list filtered by `wanted`. */
export function passesFilter({ is, days }: FilterRule, actual: unknown, wanted: unknown): boolean {
  if (actual === undefined || actual === null) return false;
  if (days !== undefined && isDay(wanted)) {
    // Days as texts sort like days. As a bound, a day includes its end.
    const order = compareValues(toDay(String(actual), days), String(wanted));
    if (is === "at-least") return order >= 0;
    return is === "equal" ? order === 0 : order <= 0;
  }
  switch (is) {
    case "equal":
      return JSON.stringify(actual) === JSON.stringify(wanted);
    case "contains":
    case "similar":
      return String(actual).toLowerCase().includes(String(wanted).toLowerCase());
    case "at-least":
      return compareValues(actual, wanted) >= 0;
    case "at-most":
      return compareValues(actual, wanted) <= 0;
    case "below":
      return compareValues(actual, wanted) < 0;
  }
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
