/** Finds the parts of a value that a later value has lost. The later value may contain more. */
import { canonical, childPointer } from "@toolwright/runtime/json";
import { type Json, valueAt } from "../../cases/edits.ts";
import { listLeaves } from "../../cases/places.ts";
import type { Change } from "./observation.ts";

/** A lost part: its pointer, its value, and the value that is there instead. */
export interface Loss {
  readonly at: string;
  readonly before: Json;
  readonly after: Json | undefined;
}

/**
 * Finds the losses between two values. Moved items, increased numbers and amounts, changed times, flags that were set, and texts that were replaced by a
 * wanted text (`isWanted`) are not losses. A text that is JSON is compared as its value.
 */
export function findLosses(
  before: Json,
  after: Json | undefined,
  isWanted: (value: Json) => boolean,
  at = "",
): Loss[] {
  if (canonical(before) === canonical(after)) return [];
  const loss = { at, before, after };
  const [was, is] = [readJsonText(before), readJsonText(after)];
  if (was !== undefined && is !== undefined) return findLosses(was, is, isWanted, at);
  if (typeof before !== "object" || before === null) return isReplaced(before, after, isWanted) ? [loss] : [];
  if (typeof after !== "object" || after === null || Array.isArray(before) !== Array.isArray(after))
    return [loss];
  if (!Array.isArray(before)) {
    return Object.entries(before).flatMap(([name, child]) =>
      findLosses(child, valueAt(after, childPointer("", name)), isWanted, childPointer(at, name)),
    );
  }
  const items = after as readonly Json[];
  if (items.length < before.length) return [loss];
  if (isMovedPage(before, items)) return [];
  const there = new Set(items.map((item) => canonical(item)));
  return before.flatMap((item: Json, index) =>
    there.has(canonical(item))
      ? []
      : findLosses(item, items[index], isWanted, childPointer(at, String(index))),
  );
}

/** Reads a text that is a JSON object or array, as servers without an output schema answer. */
function readJsonText(text: Json | undefined): Json | undefined {
  if (typeof text !== "string" || !/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

/** The fewest items of a page: a shorter list is taken to be whole. */
const smallestPage = 10;

/** Whether a list shows only so many items, and new ones at its head moved the last ones to the next page. */
function isMovedPage(before: readonly Json[], after: readonly Json[]): boolean {
  if (before.length < smallestPage || after.length !== before.length) return false;
  const first = canonical(before[0]);
  const added = after.findIndex((item) => canonical(item) === first);
  return added > 0 && canonical(before.slice(0, -added)) === canonical(after.slice(added));
}

/**
 * Whether one state follows another: an item that is lent out is there as before. A flag is a state, and so is a word at a place that is
 * named so.
 */
export function isOtherState({ at, before, after }: Pick<Change, "at" | "before" | "after">): boolean {
  if (typeof before === "boolean") return typeof after === "boolean";
  const isNamed = /(^|[/_])(status|state|stage|phase)$/i.test(at.replace(/([a-z])([A-Z])/g, "$1_$2"));
  return isNamed && typeof before === "string" && typeof after === "string";
}

function isReplaced(before: Json, after: Json | undefined, isWanted: (value: Json) => boolean): boolean {
  if (before === null) return false;
  if (after === undefined) return true;
  const [was, is] = [readAmount(before), readAmount(after)];
  if (was !== undefined && is !== undefined) return is < was;
  if (before === false && after === true) return false;
  if (typeof before === "string" && typeof after === "string" && hasAllLines(before, after)) return false;
  return !(isTime(before) && isTime(after)) && !isWanted(after);
}

/** Reads a number, or an amount that is written as a text, such as "12.50". */
function readAmount(value: Json | undefined): number | undefined {
  if (typeof value === "number") return value;
  return typeof value === "string" && /^-?\d+\.\d{2,}$/.test(value) ? Number(value) : undefined;
}

/** Half of the last digit of an amount. */
const halfOfLast = 0.005;

/** Whether a number fell by just what a call has sent: a payment lowers what is owed, and takes nothing away. */
export function fellBySent({ before, after }: Pick<Change, "before" | "after">, input: Json): boolean {
  const [was, is] = [readAmount(before), readAmount(after)];
  if (was === undefined || is === undefined) return false;
  return listLeaves(input).some(({ value }) => {
    const sent = readAmount(value);
    return sent !== undefined && sent > 0 && Math.abs(was - is - sent) < halfOfLast;
  });
}

/** A text that a tool writes for people: it may list things, with their number. */
const longText = 40;

/** Whether a long text still has each line of an earlier one, maybe with other numbers or with more behind it. */
function hasAllLines(before: string, after: string): boolean {
  if (before.length < longText && !before.includes("\n")) return false;
  const there = withoutNumbers(after);
  return withoutNumbers(before)
    .split("\n")
    .every((line) => there.includes(line.trim()));
}

function withoutNumbers(text: string): string {
  return text.replaceAll(/\d+/g, "0");
}

/** Whether a value is a date with a time (RFC 3339). */
export function isTime(value: Json | undefined): boolean {
  return typeof value === "string" && /^\d{4}-\d\d-\d\d[T ]\d\d:\d\d/.test(value);
}

const times = /\d{4}-\d\d-\d\d[T ]\d\d:\d\d[\d:.]*(Z|[+-]\d\d:\d\d)?|\d\d:\d\d:\d\d/g;

/** Whether two values differ only in times, including times within a text. */
export function differInTime({ before, after }: Pick<Change, "before" | "after">): boolean {
  if (typeof before !== "string" || typeof after !== "string") return false;
  return before.replaceAll(times, "") === after.replaceAll(times, "");
}
