/** Compares JSON values and says where they differ. */
import type { Json } from "../cases/edits.ts";

/**
 * Equal JSON values give the same text, whatever the order of their keys (RFC 8785, as far as JSON.stringify is).
 */
export function canonical(value: Json | undefined): string {
  return JSON.stringify(value, (_, child) =>
    typeof child === "object" && child !== null && !Array.isArray(child)
      ? Object.fromEntries(Object.entries(child).sort(([a], [b]) => (a < b ? -1 : 1)))
      : child,
  );
}

/** Where two JSON values differ: JSON Pointers with both values, at most `max` of them. */
export function differences(expected: Json | undefined, actual: Json | undefined, max = 5): Difference[] {
  const list: Difference[] = [];
  compare(expected, actual, "");
  return list;

  function compare(left: Json | undefined, right: Json | undefined, at: string): void {
    if (list.length >= max || canonical(left) === canonical(right)) return;
    const names = childNames(left, right);
    if (names === undefined) list.push({ at, expected: left, actual: right });
    else for (const name of names) compare(child(left, name), child(right, name), `${at}/${name}`);
  }
}

export interface Difference {
  readonly at: string;
  readonly expected: Json | undefined;
  readonly actual: Json | undefined;
}

export function describeDifference({ at, expected, actual }: Difference): string {
  const shown = (value: Json | undefined) =>
    value === undefined ? "nothing" : clipped(JSON.stringify(value));
  return `${at || "/"} is ${shown(actual)} instead of ${shown(expected)}`;
}

function clipped(text: string): string {
  return text.length > 120 ? `${text.slice(0, 117)}...` : text;
}

/** The names that either value has, if both are objects or both are arrays. */
function childNames(left: Json | undefined, right: Json | undefined): string[] | undefined {
  if (typeof left !== "object" || typeof right !== "object" || left === null || right === null)
    return undefined;
  if (Array.isArray(left) !== Array.isArray(right)) return undefined;
  return [...new Set([...Object.keys(left), ...Object.keys(right)])];
}

function child(value: Json | undefined, name: string): Json | undefined {
  return (value as { readonly [name: string]: Json })[name];
}
