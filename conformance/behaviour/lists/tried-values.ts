/** The values with which a filter of a list is tried: those that select some of its items. */

import type { Json } from "../../cases/edits.ts";
import { compareValues, listFilterPlaces, readFiltered, toDay } from "../../cases/filters.ts";
import type { FilterRule } from "../../cases/rules/lists.ts";
import { parseTime, printTimeLike, toOtherZone } from "../../cases/times.ts";
import { isTime } from "../observe/lost.ts";

/** The most values of one filter that are tried because an item has them. */
const valuesPerFilter = 4;
/** The most texts of one place whose parts are searched for. */
const textsPerPlace = 2;
const dayMs = 86_400_000;

/** Characters that databases and regular expressions interpret as wildcards. In a filter they are plain text. */
const searchPatterns = ["%", "_", ".", "*"];

/** Lists values for a filter that select some of the items. */
export function listTriedValues(filter: FilterRule, items: readonly Json[]): Json[] {
  const { is, values, days } = filter;
  if (is === "contains") return [...listParts(filter, items), ...searchPatterns];
  const present = listDistinct(items.flatMap((item) => readFiltered(filter, item)));
  if (is === "equal") {
    const entries = listFrequent(items.flatMap((item) => readFiltered(filter, item)).flat());
    const others = values === undefined ? listOthers(entries) : [];
    return [...new Set([...(values ?? []), ...entries.slice(0, valuesPerFilter), ...others])];
  }
  const ordered = present.toSorted(compareValues);
  const bounds =
    ordered.length < 2
      ? ordered.flatMap((value) => [value, findBoundWithoutItems(is, value) ?? []].flat())
      : [0, ordered.length >> 1, -1].flatMap((place) => ordered.at(place) ?? []);
  const around = days === undefined ? [] : listDaysAround(bounds, days);
  const zero = is !== "at-least" && typeof bounds[0] === "number" ? [0] : [];
  return [...new Set([...bounds, ...zero, ...around, ...listInOtherZones(is, bounds)])];
}

/** The fewest letters of a text whose beginning is tried. */
const fewestLetters = 4;

/**
 * Lists values that items hardly have: the beginning of a text, which selects nothing where only whole texts do, and 0, which a server may take for no
 * filter.
 */
function listOthers(entries: readonly Json[]): Json[] {
  const long = entries.find((entry) => typeof entry === "string" && entry.length >= fewestLetters);
  const beginning = typeof long === "string" ? [long.slice(0, Math.ceil(long.length / 2))] : [];
  return typeof entries[0] === "number" ? [0] : beginning;
}

/**
 * Lists the last of the times once more in a zone in which its text has another order than the time: to the east its hours are later, so
 * a filter that compares texts leaves out the item that has this time, and to the west earlier.
 */
function listInOtherZones(is: FilterRule["is"], times: readonly Json[]): Json[] {
  const minutesEast = is === "at-most" ? -570 : 330;
  const last = times.findLast(isTime);
  const inOtherZone = last === undefined ? undefined : toOtherZone(String(last), minutesEast);
  return inOtherZone === undefined ? [] : [inOtherZone];
}

/** Lists the values that are there, those of the most items first: they tell a filter apart from a cut of the list. */
function listFrequent(values: readonly Json[]): Json[] {
  const counts = Map.groupBy(values, (value) => value);
  const count = (value: Json) => counts.get(value)!.length;
  return listDistinct(values).toSorted((a, b) => count(b) - count(a));
}

/** Lists the values that are there, each once. */
export function listDistinct(values: readonly Json[]): Json[] {
  return [...new Set(values.filter((value) => value !== null))];
}

/** Lists parts of a few texts at each place, and of one with letters beyond ASCII, which servers fold in ways of their own. */
function listParts(filter: FilterRule, items: readonly Json[]): Json[] {
  return listFilterPlaces(filter).flatMap((path) => {
    const parts = listDistinct(items.flatMap((item) => readFiltered({ path }, item))).flatMap((value) => {
      // A list has an entry, or it has not: a part of one is none.
      if (Array.isArray(value)) return value as readonly Json[];
      return typeof value === "string" ? [takePart(value)] : [];
    });
    const beyond = parts.find((part) => typeof part === "string" && isBeyondAscii(part));
    return [...new Set([...parts.slice(0, textsPerPlace), ...(beyond === undefined ? [] : [beyond])])];
  });
}

function isBeyondAscii(text: string): boolean {
  return /[^\0-\x7f]/.test(text);
}

/** Returns a bound that no item passes, if all items have one value. */
export function findBoundWithoutItems(is: FilterRule["is"], value: Json): Json | undefined {
  if (is === "below") return value;
  const step = is === "at-least" ? 1 : -1;
  if (typeof value === "number") return value + step;
  if (!isTime(value) && !isDay(value)) return undefined;
  return printTimeLike(String(value), parseTime(String(value)) + step * dayMs);
}

const isDay = (value: Json): boolean => typeof value === "string" && /^\d{4}-\d\d-\d\d$/.test(value);

/** Lists the day of each time, the day before and the day after. */
function listDaysAround(times: readonly Json[], timeZone: string): Json[] {
  return times.flatMap((time) =>
    [-dayMs, 0, dayMs].map((ms) => toDay(new Date(parseTime(String(time)) + ms).toISOString(), timeZone)),
  );
}

/** Returns the second half of a text, in the other letter case. Letters beyond ASCII stay: not every database folds their case. */
function takePart(value: string): string {
  const part = [...value]
    .slice(Math.floor([...value].length / 2))
    .join("")
    .trim();
  const isUpper = part === part.toUpperCase();
  return part.replace(/[a-z]+/gi, (letters) => (isUpper ? letters.toLowerCase() : letters.toUpperCase()));
}
