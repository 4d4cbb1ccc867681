/** Describes JSON values and the edits of them by which cases change the arguments of a base. */
import { isObject, pointerSteps } from "@toolwright/runtime/json";

export { isObject };

/** A JSON value. */
export type Json = null | boolean | number | string | readonly Json[] | JsonObject;

/** An object of JSON. */
export type JsonObject = { readonly [name: string]: Json };

/**
 * One change of a JSON value at a JSON pointer (`""` is the value itself), in a form that stays small even for large values: a text
 * of 8001 characters, 301 different items, 10000 levels.
 */
export type Edit =
  | { readonly set: string; readonly to: Json }
  /** `head`, followed by `text` repeated `times` times. */
  | { readonly set: string; readonly text: string; readonly times: number; readonly head?: string }
  /**
   * An array of `times` items: the first `keep` existing items, then copies of `item`. With `vary`, the text or number
   * at this pointer is counted up from copy to copy.
   */
  | {
      readonly set: string;
      readonly item: Json;
      readonly times: number;
      readonly vary?: string;
      readonly keep?: number;
    }
  /** An object with `times` entries, named `stem0`, `stem1`... */
  | { readonly set: string; readonly entry: Json; readonly stem: string; readonly times: number }
  /** `core` nested in `times` copies of `wrap`, each at the pointer `hole` of the next. */
  | {
      readonly set: string;
      readonly wrap: Json;
      readonly hole: string;
      readonly core: Json;
      readonly times: number;
    }
  | { readonly remove: string };

/**
 * Returns a copy of `value` with the edits applied in order. Unchanged parts are shared with the original. An edit whose parent does
 * not exist has no effect.
 */
export function applyEdits(value: Json, edits: readonly Edit[]): Json {
  return edits.reduce(
    (current, edit) =>
      "remove" in edit
        ? removeAt(current, steps(edit.remove))
        : setAt(current, steps(edit.set), makeValue(edit, current)),
    value,
  );
}

/** Returns the value at a JSON pointer (RFC 6901). */
export function valueAt(value: Json, pointer: string): Json | undefined {
  return steps(pointer).reduce<Json | undefined>((current, step) => getChild(current, step), value);
}

/** Splits a JSON pointer into decoded steps. */
export function steps(pointer: string): readonly string[] {
  if (pointer !== last.pointer) last = { pointer, steps: pointerSteps(pointer) };
  return last.steps;
}

/** The last pointer that was split. The next one is often the same. */
let last: { readonly pointer: string; readonly steps: readonly string[] } = { pointer: "", steps: [] };

function makeValue(edit: Exclude<Edit, { readonly remove: string }>, current: Json): Json {
  if ("to" in edit) return edit.to;
  if ("text" in edit) return (edit.head ?? "") + edit.text.repeat(edit.times);
  if ("item" in edit) {
    const { item, times, vary, keep = 0 } = edit;
    const there = valueAt(current, edit.set);
    const kept = isArray(there) ? there.slice(0, keep) : [];
    const length = times - kept.length;
    return [...kept, ...Array.from({ length }, (_, index) => varyItem(item, vary, kept.length + index))];
  }
  if ("entry" in edit) {
    return Object.fromEntries(
      Array.from({ length: edit.times }, (_, index) => [`${edit.stem}${index}`, edit.entry]),
    );
  }
  let nested = edit.core;
  for (let level = 0; level < edit.times; level++) nested = setAt(edit.wrap, steps(edit.hole), nested);
  return nested;
}

function varyItem(item: Json, vary: string | undefined, index: number): Json {
  if (vary === undefined || index === 0) return item;
  const value = valueAt(item, vary);
  return setAt(item, steps(vary), typeof value === "number" ? value + index : `${value}${index}`);
}

function setAt(value: Json, path: readonly string[], to: Json): Json {
  const [step, ...rest] = path;
  if (step === undefined) return to;
  if (isArray(value)) {
    const index = Number(step);
    const child = value[index];
    if (index > value.length || (rest.length > 0 && child === undefined)) return value;
    return Object.assign([...value], { [index]: rest.length === 0 ? to : setAt(child!, rest, to) });
  }
  if (!isObject(value)) return value;
  const child = getChild(value, step);
  if (rest.length > 0 && child === undefined) return value;
  return setEntry(value, step, rest.length === 0 ? to : setAt(child!, rest, to));
}

function removeAt(value: Json, path: readonly string[]): Json {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  const child = getChild(value, step);
  if (child === undefined) return value;
  if (rest.length > 0) return setAt(value, [step], removeAt(child, rest));
  if (isArray(value)) return value.toSpliced(Number(step), 1);
  return Object.fromEntries(Object.entries(value as object).filter(([name]) => name !== step));
}

/** Returns a copy with one entry set, also for `__proto__`. */
function setEntry(value: { readonly [name: string]: Json }, name: string, to: Json): Json {
  if (name !== "__proto__") return { ...value, [name]: to };
  const copy = { ...value };
  Object.defineProperty(copy, name, { value: to, enumerable: true, configurable: true, writable: true });
  return copy;
}

function getChild(value: Json | undefined, step: string): Json | undefined {
  if (isArray(value)) return value[Number(step)];
  return isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
}

function isArray(value: Json | undefined): value is readonly Json[] {
  return Array.isArray(value);
}

/** Parses a JSON text; returns undefined if it is invalid. */
export function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

export function parseObject(text: string): JsonObject | undefined {
  const value = parseJson(text);
  return isObject(value) ? value : undefined;
}
