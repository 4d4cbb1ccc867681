/** Lowers schemas to the subset that json-schema-to-typescript reads correctly. */

import {
  isOfType,
  isSchemaObject,
  type LocatedSchema,
  normalise,
  type Resolver,
  readTypes,
  type SchemaObject,
  type SchemaRoot,
} from "@toolwright/json-schema";
import { showConstraints } from "../schema/constraints.ts";
import { fillsDefaults, findDefault } from "../schema/defaults.ts";
import { withoutTags } from "../typescript/wrap.ts";
import { withEnumeratedNames } from "./enumerated-names.ts";
import {
  addDoc,
  escapeInherited,
  isUnknown,
  type Lowered,
  type LoweredObject,
  literalType,
  lowerTuple,
  makeIntersection,
  makeUnion,
  neverType,
  unknownType,
} from "./lowered-types.ts";

/** The context for the type of a schema. */
export interface LowerContext {
  readonly root: SchemaRoot;
  readonly resolve: Resolver;
  /** The type after defaults have been applied, as handlers get it; otherwise the type on the wire. */
  readonly withDefaults: boolean;
  /** The name of the type of a reference's target. */
  findName(target: LocatedSchema, withDefaults: boolean): string;
}

/**
 * Returns the TypeScript type of the values that fit a schema. It is never too narrow; it leaves out constraints that
 * TypeScript cannot express (`not`, `if`, ranges of numbers). A schema without `type` describes objects if it has keywords of
 * objects, and arrays if it has keywords of arrays.
 */
export function toType(source: unknown, context: LowerContext): Lowered {
  if (!isSchemaObject(source)) return source === false ? neverType : unknownType;
  const schema = normalise(source, context.root.dialect);
  const own = ownType(schema, context);
  const [reference, combinators] = [lowerReference(schema, context), lowerCombinators(schema, context)];
  const composed = makeIntersection([...reference, ...combinators]);
  const addsNothing = isAnyObject(own) || repeatsTypes(schema, context);
  return addsNothing && composed !== unknownType
    ? composed
    : makeIntersection([...reference, own, ...combinators]);
}

function lowerReference(
  { $ref }: SchemaObject,
  { root, resolve, findName, withDefaults }: LowerContext,
): Lowered[] {
  const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
  return target ? [{ tsType: findName(target, withDefaults) }] : [];
}

function lowerCombinators(schema: SchemaObject, context: LowerContext): Lowered[] {
  const branches = (keyword: string): Lowered[] | undefined => {
    const list = schema[keyword];
    const below = contextBelow(keyword, schema, context);
    return Array.isArray(list) ? list.map((branch) => toType(branch, below)) : undefined;
  };
  const [any, one] = [branches("anyOf"), branches("oneOf")];
  return [...(branches("allOf") ?? []), ...(any ? [makeUnion(any)] : []), ...(one ? [makeUnion(one)] : [])];
}

/** The context of the subschemas of a keyword: defaults do not apply below every keyword. */
function contextBelow(keyword: string, schema: SchemaObject, context: LowerContext): LowerContext {
  const withDefaults = context.withDefaults && fillsDefaults(schema, keyword, context.root, context.resolve);
  return withDefaults === context.withDefaults ? context : { ...context, withDefaults };
}

/** The type from the schema's own keywords, without references and combinators. */
function ownType(schema: SchemaObject, context: LowerContext): Lowered {
  if ("const" in schema || Array.isArray(schema.enum)) return constantType(schema);
  const types = schema.type === undefined ? impliedTypes(schema) : [schema.type].flat();
  if (types.length === 0) return unknownType;
  return makeUnion(types.map((type) => typeNamed(String(type), schema, context)));
}

function constantType({ const: constant, enum: values, type }: SchemaObject): Lowered {
  const types = type === undefined ? undefined : [type].flat();
  const constants = Array.isArray(values) ? values : [constant];
  return makeUnion(
    constants.filter((value) => types?.some((name) => isOfType(value, name)) ?? true).map(literalType),
  );
}

const objectKeywords = [
  "properties",
  "patternProperties",
  "additionalProperties",
  "unevaluatedProperties",
  "required",
];
const arrayKeywords = ["items", "prefixItems", "unevaluatedItems"];

function impliedTypes(schema: SchemaObject): string[] {
  return [
    ...(objectKeywords.some((keyword) => schema[keyword] !== undefined) ? ["object"] : []),
    ...(arrayKeywords.some((keyword) => schema[keyword] !== undefined) ? ["array"] : []),
  ];
}

function typeNamed(type: string, schema: SchemaObject, context: LowerContext): Lowered {
  switch (type) {
    case "integer":
      return { type: "number" };
    case "object":
      return lowerObject(withEnumeratedNames(schema, context), context);
    case "array": {
      const rest = schema.items ?? (hasNeighbours(schema) ? undefined : schema.unevaluatedItems);
      const below = (keyword: string) => (child: unknown) =>
        toType(child, contextBelow(keyword, schema, context));
      return lowerTuple({ ...schema, items: rest }, below("prefixItems"), below("items"));
    }
    case "string":
    case "number":
    case "boolean":
    case "null":
      return { type };
    default:
      return unknownType;
  }
}

function lowerObject(schema: SchemaObject, context: LowerContext): LoweredObject {
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  const required = new Set(Array.isArray(schema.required) ? schema.required.map(String) : []);
  const below = contextBelow("properties", schema, context);
  const listed = Object.entries(properties).map(
    ([name, child]) => [escapeInherited(name), addDoc(toType(child, below), readDoc(child))] as const,
  );
  const others = unlistedType(schema, context);
  const withDefaults = Object.entries(properties).filter(([, child]) => hasAppliedDefault(child, context));
  const unlisted = [...required].filter((name) => !Object.hasOwn(properties, name));
  const all = Object.fromEntries([
    ...listed,
    ...unlisted.map((name) => [escapeInherited(name), others ?? neverType] as const),
  ]);
  return {
    type: "object",
    properties: all,
    required: [...required, ...withDefaults.map(([name]) => name)].map(escapeInherited),
    additionalProperties: indexSignature(others, listed.length, unlisted.length),
  };
}

/** Whether a default makes the property present for handlers. */
function hasAppliedDefault(child: unknown, { withDefaults, root, resolve }: LowerContext): boolean {
  return withDefaults && findDefault(child, root, resolve) !== undefined;
}

/**
 * Returns the index signature of an object, if it can be expressed. In TypeScript `{}` accepts anything, and an index signature
 * must hold for the listed properties too.
 */
function indexSignature(others: Lowered | undefined, listed: number, unlisted: number): Lowered | false {
  if (others === undefined) return listed + unlisted === 0 ? neverType : false;
  return listed > 0 ? unknownType : others;
}

/** The type of properties that are not listed; `undefined` where others are not allowed. */
function unlistedType(schema: SchemaObject, context: LowerContext): Lowered | undefined {
  const { patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const patterns = Object.values(isSchemaObject(patternProperties) ? patternProperties : {});
  const closes =
    additionalProperties === undefined && !hasNeighbours(schema) ? unevaluatedProperties : undefined;
  const rest = additionalProperties ?? closes;
  const types = [
    ...patterns.map((child) => toType(child, contextBelow("patternProperties", schema, context))),
    ...(rest === false ? [] : [toType(rest ?? true, contextBelow("additionalProperties", schema, context))]),
  ];
  return types.length === 0 ? undefined : makeUnion(types);
}

/** Whether other schemas describe the same value: `unevaluatedProperties` does not apply to properties that they list. */
function hasNeighbours(schema: SchemaObject): boolean {
  const inPlace = ["$ref", "allOf", "anyOf", "oneOf", "if", "then", "else", "dependentSchemas", "contains"];
  return inPlace.some((keyword) => schema[keyword] !== undefined);
}

/** Tells whether a schema only names its types, and each of its alternatives has one of them. */
function repeatsTypes(schema: SchemaObject, { root, resolve }: LowerContext): boolean {
  const alternatives = schema.anyOf ?? schema.oneOf;
  const others = [...objectKeywords, ...arrayKeywords, "propertyNames", "const", "enum"];
  if (!Array.isArray(alternatives) || others.some((keyword) => schema[keyword] !== undefined)) return false;
  const types = [schema.type].flat();
  return alternatives.filter(isSchemaObject).every((each) => {
    const target = typeof each.$ref === "string" ? resolve(each.$ref, root)?.schema : undefined;
    return (readTypes(each) ?? readTypes(target))?.every((type) => types.includes(type));
  });
}

function isAnyObject(type: Lowered): boolean {
  if (!("properties" in type) || type.additionalProperties === false) return false;
  return Object.keys(type.properties).length === 0 && isUnknown(type.additionalProperties);
}

/** The doc comment of a type or a property: description, constraints beyond the type, default. */
export function readDoc(schema: unknown): string {
  if (!isSchemaObject(schema)) return "";
  const { title, description, deprecated } = schema;
  const constraints = showConstraints(schema);
  const parts = [
    withoutTags([description, title].find((text) => typeof text === "string") ?? ""),
    constraints === "" ? "" : `${constraints.charAt(0).toUpperCase()}${constraints.slice(1)}.`,
    schema.default === undefined ? "" : `Default: ${JSON.stringify(schema.default)}.`,
    deprecated === true ? "@deprecated" : "",
  ];
  return parts.filter((part) => part.trim() !== "").join("\n\n");
}
