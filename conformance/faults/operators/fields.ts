/** Finds and changes fields of results. */

import { type Json, type JsonObject, steps } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";

/** A field of results: a JSON Pointer in which `*` stands for every item of an array. */
export interface Field {
  readonly at: string;
}

/** Every field that at least one of the values has; the whole value comes first. */
export function listFields(values: readonly Json[]): Field[] {
  const pointers = new Set<string>();
  for (const value of values) collect(value, "", pointers);
  return [...pointers].map((at) => ({ at }));
}

function collect(value: Json, at: string, pointers: Set<string>): void {
  pointers.add(at);
  if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, `${at}/*`, pointers);
  else if (typeof value === "object" && value !== null) {
    for (const [name, child] of Object.entries(value as JsonObject))
      collect(child, `${at}/${pointerStep(name)}`, pointers);
  }
}

/** A copy with new values in the field, for every item. */
export function withValues(value: Json, at: string, make: (value: Json) => Json): Json {
  return changed(value, steps(at), (child) => make(child));
}

/** A copy without the field. */
export function without(value: Json, at: string): Json {
  return at === "" ? value : changed(value, steps(at), () => undefined);
}

function changed(value: Json, path: readonly string[], make: (value: Json) => Json | undefined): Json {
  return changedAt(value, path, make) ?? null;
}

function changedAt(
  value: Json,
  [step, ...rest]: readonly string[],
  make: (value: Json) => Json | undefined,
): Json | undefined {
  if (step === undefined) return make(value);
  if (Array.isArray(value)) {
    if (step !== "*") return value;
    return (value as readonly Json[]).flatMap((item) => {
      const to = changedAt(item, rest, make);
      return to === undefined ? [] : [to];
    });
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, child]): [string, Json][] => {
      const to = name === step ? changedAt(child, rest, make) : child;
      return to === undefined ? [] : [[name, to]];
    }),
  );
}
