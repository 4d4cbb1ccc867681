/**
 * Rewrites one level of a JSON Schema so that schemas which allow the same values look the same. Libraries write them in their own ways:
 * zod names the dialect and gives integers the bounds of JavaScript, and Pydantic writes an optional text as a choice of two schemas.
 */
import { canonical } from "@toolwright/runtime/json";
import { isObject, type Json, type JsonObject, valueAt } from "../cases/edits.ts";

/** Keys that allow and describe nothing by themselves; references to definitions are followed. */
const meaningless = ["$schema", "$id", "$comment", "$defs", "definitions"];

/** Keys with the values that they have anyway. */
const defaults: Readonly<Record<string, readonly Json[]>> = {
  additionalProperties: [true, {}],
  items: [true, {}],
  propertyNames: [{ type: "string" }],
  required: [[]],
  minLength: [0],
  minItems: [0],
  minProperties: [0],
  uniqueItems: [false],
  minimum: [Number.MIN_SAFE_INTEGER],
  maximum: [Number.MAX_SAFE_INTEGER],
};

/** Keys whose list is a set. */
const sets = ["required", "type", "enum"];

/** The most references that lead from one to the next. */
const mostReferences = 20;

/** Rewrites a schema, without those within it. @param root the whole schema, in which references are looked up */
export function toPlainSchema(schema: JsonObject, root: Json): JsonObject {
  const { allOf, ...rest } = followReferences(schema, root);
  const [only] = Array.isArray(allOf) && allOf.length === 1 ? allOf : [];
  if (isSchema(only)) return toPlainSchema({ ...followReferences(only, root), ...rest }, root);
  const whole = withNull(withEnum({ ...rest, ...(allOf !== undefined && { allOf }) }), root);
  const named =
    whole.type === "object" && whole.properties === undefined ? { ...whole, properties: {} } : whole;
  const entries = Object.entries(named).filter(
    ([key, value]) => !meaningless.includes(key) && !isDefault(key, value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, sets.includes(key) ? toSet([value].flat()) : value]),
  );
}

/** Replaces a reference by what it names, and the words that stand beside it. */
function followReferences(schema: JsonObject, root: Json): JsonObject {
  let found = schema;
  for (let count = 0; count < mostReferences; count++) {
    const { $ref, ...beside } = found;
    const target =
      typeof $ref === "string" && $ref.startsWith("#") ? valueAt(root, $ref.slice(1)) : undefined;
    if (!isObject(target)) break;
    found = { ...target, ...beside };
  }
  return found;
}

/** One value is a choice of one, and values say their type. */
function withEnum(schema: JsonObject): JsonObject {
  const { const: only, ...rest } = schema;
  const named = only === undefined ? schema : { ...rest, enum: [only] };
  const { type, ...untyped } = named;
  const types = [type].flat();
  const isSaid =
    Array.isArray(named.enum) &&
    named.enum.every(
      (value) => types.includes(typeOf(value)) || (typeof value === "number" && types.includes("number")),
    );
  return isSaid ? untyped : named;
}

function typeOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return Number.isInteger(value) ? "integer" : typeof value;
}

/** A choice of a schema and null is that schema with one more type, or with one more value. */
function withNull(schema: JsonObject, root: Json): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length !== 2) return schema;
  const isNull = (each: Json) => canonical(each) === canonical({ type: "null" });
  const other = anyOf.find((each) => !isNull(each));
  if (!anyOf.some(isNull) || !isSchema(other)) return schema;
  const { enum: values, type, ...own } = toPlainSchema(other, root);
  if (Array.isArray(values)) return { ...own, enum: [...values, null], ...rest };
  return type === undefined
    ? schema
    : { ...own, type: [type, null].flat().map((each) => each ?? "null"), ...rest };
}

function isDefault(key: string, value: Json | undefined): boolean {
  return (Object.hasOwn(defaults, key) ? defaults[key]! : []).some(
    (each) => canonical(each) === canonical(value),
  );
}

function toSet(value: Json | undefined): Json {
  if (!Array.isArray(value)) return value ?? null;
  return value.toSorted((a, b) => (canonical(a) < canonical(b) ? -1 : 1));
}

function isSchema(value: Json | undefined): value is JsonObject {
  return isObject(value);
}
