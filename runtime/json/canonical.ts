/** Compares JSON values, whatever the order of their keys. */
import { childPointer } from "./pointer.ts";

/** JSON text with sorted keys (RFC 8785, as far as JSON.stringify is): the same for equal values. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_, child) =>
    typeof child === "object" && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}

export interface Difference {
  /** A JSON Pointer; empty where the whole values differ. */
  readonly at: string;
  /** Undefined where there is no value. */
  readonly expected: unknown;
  readonly actual: unknown;
}

/** Where two JSON values differ, at most `max` places, in the order of keys. */
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
        compare(own(left, name), own(right, name), childPointer(at, name));
  }
}

type Tree = Readonly<Record<string, unknown>>;

function isTree(value: unknown): value is Tree {
  return typeof value === "object" && value !== null;
}

function own(tree: Tree, name: string): unknown {
  return Object.hasOwn(tree, name) ? tree[name] : undefined;
}
