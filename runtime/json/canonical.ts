/** Compares JSON values without regard to the order of their keys. */
import { childPointer, valueAt } from "./pointer.ts";

/** Returns JSON text with sorted keys (RFC 8785): the same text for equal values. */
export function canonical(value: unknown): string {
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  if (Array.isArray(value)) return `[${value.map((item) => canonical(item) ?? "null").join(",")}]`;
  const entries: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const text = canonical((value as Readonly<Record<string, unknown>>)[name]);
    if (text !== undefined) entries.push(`${JSON.stringify(name)}:${text}`);
  }
  return `{${entries.join(",")}}`;
}

/** One place where two values differ. */
export interface Difference {
  /** A JSON Pointer; empty if the whole values differ. */
  readonly at: string;
  /** Undefined if there is no value. */
  readonly expected: unknown;
  /** The value of the second one; undefined if there is none. */
  readonly actual: unknown;
}

/** Lists the places where two JSON values differ, at most `max`, in the order of keys. */
export function differences(expected: unknown, actual: unknown, max = 5): Difference[] {
  const list: Difference[] = [];
  compare(expected, actual, "");
  return list;

  function compare(left: unknown, right: unknown, at: string): void {
    if (list.length >= max || canonical(left) === canonical(right)) return;
    if (!isTree(left) || !isTree(right) || Array.isArray(left) !== Array.isArray(right))
      list.push({ at, expected: left, actual: right });
    else
      for (const name of new Set([...Object.keys(left), ...Object.keys(right)]))
        compare(valueAt(left, [name]), valueAt(right, [name]), childPointer(at, name));
  }
}

function isTree(value: unknown): value is object {
  return typeof value === "object" && value !== null;
}
