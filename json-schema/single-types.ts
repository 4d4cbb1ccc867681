/** Replaces lists of types: Gemini answers 400 to a whole request where `type` is a list. */
import { canonical } from "./json.ts";
import { isOfType } from "./keyword-values.ts";
import { isSchemaObject, keywords } from "./keywords.ts";
import { pointerSteps, splitReference } from "./pointer.ts";
import { definitionsIn } from "./shared-properties.ts";
import { readTypes, type TargetOf } from "./tagged-union.ts";
import type { JsonSchema, SchemaObject } from "./types.ts";
import { mapSubschemas, walk } from "./walk.ts";

/**
 * Returns a schema for the same values in which a list of types is an `anyOf` of schemas with one type each. If a value
 * may be an object or something else, all lists stay as they are: LangChain's adapter would refuse values that are not objects, and
 * one list that stays has Gemini refuse the rest as well.
 */
export function withSingleTypes(schema: JsonSchema): JsonSchema {
  if (!hasTypeList(schema) || mixesObjects(schema)) return schema;
  const rewriting: Rewriting = { isFixed: fixedSchemas(schema), targetOf: definitionsIn(schema) };
  return rewriteTypes(schema, rewriting) as JsonSchema;
}

interface Rewriting {
  /** Whether a reference leads into a schema, so its keywords cannot move. */
  readonly isFixed: (schema: SchemaObject) => boolean;
  readonly targetOf: TargetOf;
}

function hasTypeList(schema: JsonSchema): boolean {
  let isFound = false;
  walk(schema, ({ type }) => {
    isFound ||= Array.isArray(type);
  });
  return isFound;
}

function mixesObjects(schema: JsonSchema): boolean {
  let isMixed = false;
  walk(schema, ({ type }) => {
    isMixed ||= Array.isArray(type) && type.includes("object") && type.length > 1;
  });
  return isMixed;
}

/** The schemas on the way to the target of a reference. Below a second `$id`, pointers start elsewhere, so all count. */
function fixedSchemas(root: JsonSchema): Rewriting["isFixed"] {
  const references = new Set<string>();
  let hasIds = false;
  walk(root, ({ $ref, $dynamicRef, $id }, path) => {
    hasIds ||= path.length > 0 && $id !== undefined;
    for (const reference of [$ref, $dynamicRef]) if (typeof reference === "string") references.add(reference);
  });
  if (hasIds) return () => true;
  const fixed = new Set<unknown>();
  for (const reference of references) {
    let above: unknown = root;
    for (const step of pointerSteps(splitReference(reference).pointer)) {
      fixed.add(above);
      above = isSchemaObject(above) || Array.isArray(above) ? (above as SchemaObject)[step] : undefined;
    }
  }
  return (schema) => fixed.has(schema);
}

function rewriteTypes(schema: unknown, rewriting: Rewriting): unknown {
  if (!isSchemaObject(schema)) return schema;
  const isFixed = rewriting.isFixed(schema);
  const rewritten = mapSubschemas(schema, (child) => rewriteTypes(child, rewriting));
  const flat = isFixed ? rewritten : withFlatChoice(rewritten, schema);
  return Array.isArray(schema.type) ? splitTypes(flat, rewriting.targetOf, isFixed) : flat;
}

/** A branch that became a choice itself is replaced by its branches. */
function withFlatChoice(rewritten: SchemaObject, { anyOf: before }: SchemaObject): SchemaObject {
  const { anyOf } = rewritten;
  if (!Array.isArray(anyOf) || !Array.isArray(before)) return rewritten;
  const branches = anyOf.flatMap((branch, index) => {
    const isNew = isSchemaObject(before[index]) && Array.isArray(before[index].type);
    return isNew && Object.keys(branch).join() === "anyOf" ? branch.anyOf : [branch];
  });
  return { ...rewritten, anyOf: branches };
}

/** Keywords whose schemas describe the same value, or that see what other keywords say of it. Nothing moves away from them. */
const inPlace = [
  "$ref",
  "$dynamicRef",
  "allOf",
  "oneOf",
  "not",
  "if",
  "then",
  "else",
  "dependentSchemas",
  "dependencies",
  "unevaluatedProperties",
  "unevaluatedItems",
];

function splitTypes(schema: SchemaObject, targetOf: TargetOf, isFixed: boolean): SchemaObject {
  const { type: list, ...rest } = schema;
  const types = [...new Set([list].flat())];
  if (types.length === 0) return schema;
  if (types.length === 1) return { ...schema, type: types[0] };
  const choice = [schema.anyOf, schema.oneOf].find(Array.isArray);
  if (choice?.every((branch) => saysTypes(branch, types, targetOf))) return rest;
  const anyOf = types.map((type) => ({ type }));
  if (schema.anyOf !== undefined) return { ...rest, allOf: [...listAll(schema), { anyOf }] };
  if (isFixed || inPlace.some((keyword) => keyword in schema)) return { ...rest, anyOf };
  return chooseType(rest, types);
}

function listAll({ allOf }: SchemaObject): readonly unknown[] {
  return Array.isArray(allOf) ? allOf : [];
}

/** Whether all values of a branch have one of the types, so that the types need not be said beside it. */
function saysTypes(branch: unknown, types: readonly unknown[], targetOf: TargetOf): boolean {
  return readTypes(targetOf(branch))?.every((type) => types.includes(type)) ?? false;
}

/** Moves each keyword to the types that it constrains. Texts for people, defaults and examples stay beside the choice. */
function chooseType(schema: SchemaObject, types: readonly unknown[]): SchemaObject {
  const values = listValues(schema);
  const anyOf = types.flatMap((type) => {
    const own = Object.entries(schema).filter(([keyword]) => concerns(keyword, type));
    const typed = values?.filter((value) => isOfType(value, String(type)));
    if (typed?.length === 0) return [];
    const isSaid = typed === undefined || type === "null";
    return [{ type, ...(!isSaid && { enum: typed }), ...Object.fromEntries(own) }];
  });
  // Each value has another type, so no value is valid.
  if (anyOf.length === 0) return { ...schema, type: types[0] };
  const isMoved = (keyword: string) =>
    keyword === "enum" || keyword === "const" || types.some((type) => concerns(keyword, type));
  const beside = Object.fromEntries(Object.entries(schema).filter(([keyword]) => !isMoved(keyword)));
  return anyOf.length === 1 ? { ...beside, ...anyOf[0] } : { ...beside, anyOf };
}

function concerns(keyword: string, type: unknown): boolean {
  const on = Object.hasOwn(keywords, keyword) ? keywords[keyword]!.on : undefined;
  return on !== undefined && (on === type || (on === "number" && type === "integer"));
}

function listValues(schema: SchemaObject): readonly unknown[] | undefined {
  const { enum: values, const: only } = schema;
  if (!("const" in schema)) return Array.isArray(values) ? values : undefined;
  const isListed = !Array.isArray(values) || values.some((value) => canonical(value) === canonical(only));
  return isListed ? [only] : [];
}
