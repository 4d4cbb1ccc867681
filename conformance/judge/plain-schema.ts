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

/** Keys for people, which constrain nothing. */
const words = ["title", "description", "default", "examples"];

/** Keys whose list is a set. */
const sets = ["required", "type", "enum"];

/** The most references that lead from one to the next. */
const mostReferences = 20;

/** Rewrites a schema, without those within it. @param root the whole schema, in which references are looked up */
export function toPlainSchema(schema: JsonObject, root: Json): JsonObject {
  const plain = withTypeOfPart(withTypeList(toPlainKeywords(schema, root), root), root);
  const { type, properties } = plain;
  const takesObjects = Array.isArray(type) && type.includes("object");
  return takesObjects && properties === undefined ? { ...plain, properties: {} } : plain;
}

/** Moves types that a part of `allOf` says alone to the schema itself. */
function withTypeOfPart(schema: JsonObject, root: Json): JsonObject {
  const { allOf, ...rest } = schema;
  if (!Array.isArray(allOf) || rest.type !== undefined) return schema;
  const parts = allOf.map((part) => (isSchema(part) ? withTypeList(toPlainKeywords(part, root), root) : {}));
  const index = parts.findIndex((part) => Object.keys(part).join() === "type");
  const { type } = parts[index] ?? {};
  if (type === undefined) return schema;
  const others = allOf.toSpliced(index, 1);
  return { ...rest, type, ...(others.length > 0 && { allOf: others }) };
}

/** Rewrites the keywords of a schema by themselves: its choices stay as they are. */
function toPlainKeywords(schema: JsonObject, root: Json): JsonObject {
  const entries = Object.entries(withEnum(joinOnlyPart(schema, root))).filter(
    ([key, value]) => !meaningless.includes(key) && !isDefault(key, value),
  );
  return Object.fromEntries(
    entries.map(([key, value]) => [key, sets.includes(key) ? toSet([value].flat()) : value]),
  );
}

/** Joins a schema with the only part of its `allOf`, if no constraint would be lost. */
function joinOnlyPart(schema: JsonObject, root: Json): JsonObject {
  let joined = followReferences(schema, root);
  for (let count = 0; count < mostReferences; count++) {
    const { allOf, ...rest } = joined;
    const [only] = Array.isArray(allOf) && allOf.length === 1 ? allOf : [];
    if (!isSchema(only)) break;
    const part = followReferences(only, root);
    if (["anyOf", "oneOf", "type", "enum"].some((key) => key in part && key in rest)) break;
    joined = { ...part, ...rest };
  }
  return joined;
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

/** A choice of schemas with one type each is one schema with a list of types, or with all of their values. */
function withTypeList(schema: JsonObject, root: Json): JsonObject {
  const { anyOf, ...rest } = schema;
  if (!Array.isArray(anyOf) || anyOf.length < 2 || !anyOf.every(isSchema) || "type" in rest) return schema;
  const branches = anyOf.map((each) => toPlainKeywords(each, root));
  const isNull = ({ type }: JsonObject) => canonical(type) === canonical(["null"]);
  const withValues = branches.filter((each) => !isNull(each));
  if (withValues.length > 0 && withValues.every(({ enum: values }) => Array.isArray(values))) {
    const values = withValues.flatMap(({ enum: values }) => values as Json[]);
    const all = withValues.length < branches.length ? [...values, null] : values;
    return joinBranches(withValues, "enum", all, rest) ?? schema;
  }
  const types = branches.flatMap(({ type }) => (Array.isArray(type) ? type : []));
  if (branches.some(({ type }) => type === undefined) || new Set(types).size < types.length) return schema;
  return joinBranches(branches, "type", types, rest) ?? schema;
}

/** Joins branches that have no other keyword in common. Words around the choice replace those of its branches. */
function joinBranches(
  branches: readonly JsonObject[],
  list: "enum" | "type",
  all: Json[],
  beside: JsonObject,
): JsonObject | undefined {
  const owns = branches.map(({ [list]: _list, ...own }) => own);
  const names = owns.flatMap((own) => Object.keys(own));
  const isLost = names.some((name) => name in beside && !words.includes(name));
  if (isLost || new Set(names).size < names.length) return undefined;
  return { ...Object.assign({}, ...owns), ...beside, [list]: toSet(all) };
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
