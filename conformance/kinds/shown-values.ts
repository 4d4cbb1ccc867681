/** Compares values as different tools, resources and files show them. */

import { canonical } from "@toolwright/runtime/json";
import { isTime } from "../behaviour/observe/lost.ts";
import { isObject, type Json } from "../cases/edits.ts";
import { parseTime } from "../cases/times.ts";

/** The fewest characters of a text that is shown in short elsewhere. */
const shortenedCharacters = 20;

/** Compares two values: times as moments, lists without their order, and a text also with its beginning. */
export function areEqual(a: Json, b: Json): boolean {
  if (typeof a === "string" && typeof b === "string") {
    if (isTime(a) && isTime(b)) return Math.abs(parseTime(a) - parseTime(b)) < 1_000;
    return a === b || isShortened(a, b) || isShortened(b, a);
  }
  if (Array.isArray(a) && Array.isArray(b) && [...a, ...b].some(isObject)) return haveSameBeginning(a, b);
  if (Array.isArray(a) && Array.isArray(b)) return canonical(sortItems(a)) === canonical(sortItems(b));
  return canonical(a) === canonical(b);
}

/** Compares two lists of things in their order. One may have fewer on a page. */
function haveSameBeginning(a: readonly Json[], b: readonly Json[]): boolean {
  const length = Math.min(a.length, b.length);
  if (length === 0) return a.length === b.length;
  return canonical(a.slice(0, length)) === canonical(b.slice(0, length));
}

function sortItems(items: readonly Json[]): Json[] {
  return items.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

function isShortened(short: string, long: string): boolean {
  const beginning = short.replace(/\s*(\.\.\.|…)$/, "");
  return beginning.length >= shortenedCharacters && long.startsWith(beginning);
}
