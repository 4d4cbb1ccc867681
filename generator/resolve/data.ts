/** Reads arguments and results of a spec, in which limits and live values have a notation of their own. */
import {
  isLayout,
  type LiveTime,
  type LiveValue,
  makeSample,
  type NthValue,
} from "@toolwright/conformance/cases";
import { isSchemaObject, type SchemaObject } from "@toolwright/json-schema";
import { childPointer, pointerSteps } from "@toolwright/runtime/json";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import { parseDuration } from "../scenarios/duration.ts";
import { findFirstNumber, findTimeForm } from "../schema/text-forms.ts";
import { type LimitSubstituter, locationBelow } from "./limits.ts";

/** Data with limits as numbers, and a sample in place of each live value. */
export interface ReadData<Value> {
  readonly value: Value;
  readonly live: readonly LiveValue[];
}

/** Reads data. A sample fits the schema at its place, as far as that says which form a time has. */
export class DataReader {
  readonly #substituter: LimitSubstituter;
  /** Address of a type -> its schema. */
  readonly #types: ReadonlyMap<string, unknown>;

  constructor(substituter: LimitSubstituter, types: ReadonlyMap<string, unknown>) {
    this.#substituter = substituter;
    this.#types = types;
  }

  /** @param schema the schema of the data; absent if it is not known */
  read<Value>(value: Value, at: SpecLocation, schema?: unknown): ReadData<Value> {
    const live: LiveValue[] = [];
    const visit = (part: unknown, path: string): unknown => {
      const place = locationBelow(at, path === "" ? [] : pointerSteps(path).map(toStep(value)));
      if (Array.isArray(part))
        return part.map((item, index) => visit(item, childPointer(path, String(index))));
      if (!isSchemaObject(part)) return part;
      const number = this.#substituter.substituteNumber(part, place);
      if (number !== undefined) return number;
      const marker = readMarker(part, () => describeAt(schema, pointerSteps(path), this.#types));
      if (marker === undefined)
        return Object.fromEntries(
          Object.entries(part).map(([key, child]) => [key, visit(child, childPointer(path, key))]),
        );
      const described = describeAt(schema, pointerSteps(path), this.#types);
      const sample = makeSample(marker, findFirst(marker, described));
      live.push({ path, sample, ...marker });
      return sample;
    };
    return { value: visit(value, "") as Value, live };
  }
}

/** Steps into arrays are numbers in locations. */
function toStep(root: unknown): (step: string) => string | number {
  let parent = root;
  return (step) => {
    const isItem = Array.isArray(parent);
    parent = (parent as Readonly<Record<string, unknown>> | undefined)?.[step];
    return isItem ? Number(step) : step;
  };
}

const forms = ["date-time", "date", "seconds", "milliseconds"] as const;

/** Reads `{ $now: +23h }` or `{ $nth: "slot {n}" }`. Other objects, also with such a key, are data. */
function readMarker(
  { $now, $nth, each, as, ...rest }: SchemaObject,
  describe: () => SchemaObject,
): LiveTime | NthValue | undefined {
  if (Object.keys(rest).length > 0) return undefined;
  if (typeof $nth === "string" && $nth.includes("{n}") && $now === undefined) {
    const isNumber = $nth === "{n}" && isNumeric(describe());
    return { nth: $nth, as: isNumber ? "number" : "text" };
  }
  const [now, step] = [parseDuration($now), parseDuration(each)];
  if (now === undefined || (each !== undefined && step === undefined)) return undefined;
  const form = typeof as === "string" && isForm(as) ? as : undefined;
  if (as !== undefined && form === undefined) return undefined;
  const found = form ?? findForm(describe());
  return { now, ...(step !== undefined && { each: step }), as: found };
}

/** Returns the smallest number that a schema allows in place of `{n}`. */
function findFirst(marker: LiveTime | NthValue, schema: SchemaObject): number {
  if ("nth" in marker && marker.as === "text") return findFirstNumber(marker.nth, schema);
  return Math.max(1, Math.ceil(Number(schema.minimum ?? 1)));
}

function isForm(text: string): boolean {
  return forms.some((form) => form === text) || isLayout(text);
}

/** Finds the form that a schema wants, by its format or its pattern: a server may write times without a zone. */
function findForm(schema: SchemaObject): LiveTime["as"] {
  if (schema.format === "date") return "date";
  if (isNumeric(schema)) return "seconds";
  return findTimeForm(schema) ?? "date-time";
}

function isNumeric({ type }: SchemaObject): boolean {
  const types = [type].flat();
  return !types.includes("string") && (types.includes("integer") || types.includes("number"));
}

const mostReferences = 10;

/** Follows references to types, and takes what a value is that can also be null. */
function resolvePart(schema: unknown, types: ReadonlyMap<string, unknown>): unknown {
  let part = schema;
  for (let count = 0; isSchemaObject(part) && count < mostReferences; count++) {
    const next: unknown = typeof part.$ref === "string" ? types.get(part.$ref) : withoutNull(part);
    if (next === undefined) return part;
    part = next;
  }
  return part;
}

/** The only branch of a schema beside null; undefined if there are others. */
function withoutNull({ anyOf, oneOf }: SchemaObject): unknown {
  const branches: unknown = anyOf ?? oneOf;
  if (!Array.isArray(branches)) return undefined;
  const others = branches.filter((branch: unknown) => !isSchemaObject(branch) || branch.type !== "null");
  return others.length === 1 ? others[0] : undefined;
}

/** Finds the keywords about a part of a value, through properties, items and references to types. */
function describeAt(
  schema: unknown,
  steps: readonly string[],
  types: ReadonlyMap<string, unknown>,
): SchemaObject {
  let found: unknown = schema;
  for (const step of [...steps, undefined]) {
    found = resolvePart(found, types);
    if (!isSchemaObject(found)) return {};
    if (step === undefined) return found;
    const { properties, items } = found;
    found = isSchemaObject(properties) && Object.hasOwn(properties, step) ? properties[step] : items;
  }
  return {};
}
