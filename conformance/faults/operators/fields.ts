/** Finds and changes fields of results. */
import { type Json, type JsonObject, steps } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";

/**
 * Lists every field that at least one of the values has; the whole value comes first. A field is a JSON Pointer in which `*`
 * stands for every item of an array.
 */
export function listFields(values: readonly Json[]): string[] {
  const pointers = new Set<string>();
  for (const value of values) collect(value, "", pointers);
  return [...pointers];
}

function collect(value: Json, at: string, pointers: Set<string>): void {
  pointers.add(at);
  if (Array.isArray(value)) for (const item of value as readonly Json[]) collect(item, `${at}/*`, pointers);
  else if (typeof value === "object" && value !== null) {
    for (const [name, child] of Object.entries(value as JsonObject))
      collect(child, `${at}/${pointerStep(name)}`, pointers);
  }
}

/** Makes another value; `undefined` leaves the field out. */
export type ValueChange = (value: Json) => Json | undefined;

/** Copies a value and changes the field in every item. The whole value is never left out. */
export function withValues(value: Json, at: string, make: ValueChange): Json {
  const changed = changeAt(value, steps(at), make);
  return changed === undefined ? value : changed;
}

function changeAt(value: Json, [step, ...rest]: readonly string[], make: ValueChange): Json | undefined {
  if (step === undefined) return make(value);
  if (Array.isArray(value)) {
    if (step !== "*") return value;
    return (value as readonly Json[]).flatMap((item) => {
      const to = changeAt(item, rest, make);
      return to === undefined ? [] : [to];
    });
  }
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, step)) return value;
  return Object.fromEntries(
    Object.entries(value as JsonObject).flatMap(([name, child]): [string, Json][] => {
      const to = name === step ? changeAt(child, rest, make) : child;
      return to === undefined ? [] : [[name, to]];
    }),
  );
}
