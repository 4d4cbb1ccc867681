/** Finds and replaces values at patterns: JSON Pointers in which the step `*` matches every item or entry. */
import { toPointer } from "@toolwright/runtime/json";
import { applyEdits, type Json, steps } from "./edits.ts";

/** A value and the pointer to it. */
export interface Found {
  /** A pointer without `*`. */
  readonly pointer: string;
  /** The value there. */
  readonly value: Json;
}

/** Lists the values at a pattern, in order. */
export function valuesAt(root: Json | undefined, pattern: string): Found[] {
  const found: Found[] = [];
  if (root !== undefined) visit(root, steps(pattern), []);
  return found;

  function visit(value: Json, [step, ...rest]: readonly string[], path: readonly string[]): void {
    if (step === undefined) found.push({ pointer: toPointer(path), value });
    else for (const [name, child] of childrenAt(value, step)) visit(child, rest, [...path, name]);
  }
}

function childrenAt(value: Json, step: string): readonly (readonly [string, Json])[] {
  if (typeof value !== "object" || value === null) return [];
  const entries = Object.entries(value) as [string, Json][];
  return step === "*" ? entries : entries.filter(([name]) => name === step);
}

/** Returns a copy of `root` in which every value at the pattern is replaced. */
export function withValuesAt(root: Json, pattern: string, replace: (value: Json) => Json): Json {
  return applyEdits(
    root,
    valuesAt(root, pattern).map(({ pointer, value }) => ({ set: pointer, to: replace(value) })),
  );
}

/** Turns a pointer into the pattern for all items: numbers become `*`. */
export function toPattern(pointer: string): string {
  return pointer
    .split("/")
    .map((step) => (/^\d+$/.test(step) ? "*" : step))
    .join("/");
}

/** Lists every text, number and boolean in a value, with its place. */
export function listLeaves(root: Json): Found[] {
  const leaves: Found[] = [];
  visit(root, []);
  return leaves;

  function visit(value: Json, path: readonly string[]): void {
    if (typeof value !== "object" || value === null) leaves.push({ pointer: toPointer(path), value });
    else for (const [name, child] of Object.entries(value)) visit(child as Json, [...path, name]);
  }
}

/** Lists every text, number and boolean in a value, each once and without its place, which takes less time. */
export function listLeafValues(root: Json): Set<Json> {
  const leaves = new Set<Json>();
  const open = [root];
  for (let value = open.pop(); value !== undefined; value = open.pop()) {
    if (typeof value !== "object" || value === null) leaves.add(value);
    else for (const child of Object.values(value)) open.push(child as Json);
  }
  return leaves;
}

/** Whether a JSON Pointer leads to a value or into it. @param place the pointer of the value */
export function isAtOrBelow(pointer: string, place: string): boolean {
  return pointer === place || pointer.startsWith(`${place}/`);
}
