/** Reads and changes parts of JSON values by their paths. A pattern is a JSON Pointer in which `*` is every item of an array. */
import { type Json, valuesAt } from "@toolwright/conformance/cases";
import { isObject, pointerSteps, valueAt } from "@toolwright/runtime/json";

export type Path = readonly string[];
export type Data = Record<string, unknown>;

/** The paths at which a value has a part that the pattern describes. */
export function listPaths(root: unknown, pattern: string): Path[] {
  return valuesAt(root as Json, pattern).map(({ pointer }) => pointerSteps(pointer));
}

/** The first value at a pattern; `undefined` where there is none. */
export function firstAt(root: unknown, pattern: string): unknown {
  const [path] = listPaths(root, pattern);
  return path && valueAt(root, path);
}

/** Sets a part in place; does nothing if the parent is missing. */
export function setAt(root: unknown, path: Path, value: unknown): void {
  const parent = valueAt(root, path.slice(0, -1));
  const name = path.at(-1);
  if (name === undefined || typeof parent !== "object" || parent === null) return;
  Object.defineProperty(parent, name, { value, enumerable: true, configurable: true, writable: true });
}

/** Removes a property in place. */
export function removeAt(root: unknown, path: Path): void {
  const parent = valueAt(root, path.slice(0, -1));
  if (isObject(parent)) Reflect.deleteProperty(parent, path.at(-1)!);
}

/** A copy in which every text has `from` replaced by `to`: ids are parts of URLs, too. */
export function withText<T>(value: T, from: string, to: string): T {
  if (typeof value === "string") return value.replaceAll(from, () => to) as T;
  if (Array.isArray(value)) return value.map((item) => withText(item, from, to)) as T;
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, part]) => [name, withText(part, from, to)]),
  ) as T;
}

/** The value at a JSON Pointer. */
export function valueIn(root: unknown, pointer: string): unknown {
  return valueAt(root, pointerSteps(pointer));
}
