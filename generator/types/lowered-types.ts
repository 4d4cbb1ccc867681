/** The types of lowered schemas, and their unions and intersections. */

import type { SchemaObject } from "@toolwright/json-schema";
import { propertyName } from "../typescript/literal.ts";
import { commentSafe } from "../typescript/wrap.ts";

/**
 * A schema in the subset that json-schema-to-typescript reads correctly: no references, and no keyword that the library
 * interprets in another way than JSON Schema. `compile.ts` passes it to the library.
 */
export type Lowered =
  /** The name of a type, a keyword of TypeScript, or a literal. */
  | { readonly tsType: string }
  | { readonly type: "string" | "number" | "boolean" | "null" }
  | { readonly enum: readonly [string | number | boolean | null] }
  | { readonly anyOf: readonly Lowered[] }
  | { readonly allOf: readonly Lowered[] }
  | { readonly type: "array"; readonly items: Lowered }
  | LoweredTuple
  | LoweredObject;

/** Items from index `minItems` on are optional. Without `additionalItems` there are no further items. */
export interface LoweredTuple {
  readonly type: "array";
  readonly items: readonly Lowered[];
  readonly minItems: number;
  readonly additionalItems?: Lowered;
}

export interface LoweredObject {
  readonly type: "object";
  readonly properties: Readonly<Record<string, Documented>>;
  readonly required: readonly string[];
  /** The type of all properties that are not listed; `false` where others are not allowed. */
  readonly additionalProperties: Lowered | false;
}

/** A schema with its doc comment. */
export type Documented = Lowered & { readonly description?: string };

/** A named type. */
export interface Declaration {
  readonly name: string;
  readonly schema: Lowered;
  /** The text of its doc comment; empty where it has none. */
  readonly doc: string;
}

export const unknownType: Lowered = { tsType: "unknown" };
export const neverType: Lowered = { tsType: "never" };

/**
 * Returns a schema with a doc comment. The library turns the `minItems` of a tuple into a tag of its comment, and the comment
 * of an item into a comment of the list, so a tuple gets its own `anyOf`.
 */
export function addDoc(schema: Lowered, doc: string): Documented {
  const inner = "minItems" in schema ? { anyOf: [schema] } : schema;
  return doc === "" ? inner : { ...inner, description: commentSafe(doc) };
}

/** The literal type of a JSON value. The library follows a `$ref` inside data, so objects and arrays are passed as text. */
export function literalType(value: unknown): Lowered {
  if (typeof value === "object" && value !== null) return { tsType: JSON.stringify(value) };
  return { enum: [value as string | number | boolean | null] };
}

/** `A | B`, without duplicates; `unknown` if one member is `unknown`. */
export function makeUnion(schemas: readonly Lowered[]): Lowered {
  const members = distinct(schemas.flatMap((schema) => ("anyOf" in schema ? schema.anyOf : [schema]))).filter(
    (schema) => !isNever(schema),
  );
  if (members.some(isUnknown)) return unknownType;
  if (members.length === 0) return neverType;
  return members.length === 1 ? members[0]! : { anyOf: members };
}

/** `A & B`, without duplicates and `unknown`. */
export function makeIntersection(schemas: readonly Lowered[]): Lowered {
  const members = distinct(schemas.flatMap((schema) => ("allOf" in schema ? schema.allOf : [schema]))).filter(
    (schema) => !isUnknown(schema),
  );
  if (members.some(isNever)) return neverType;
  if (members.length === 0) return unknownType;
  return members.length === 1 ? members[0]! : { allOf: members };
}

export function isUnknown(schema: Lowered): boolean {
  return "tsType" in schema && schema.tsType === "unknown";
}

function isNever(schema: Lowered): boolean {
  return "tsType" in schema && schema.tsType === "never";
}

function distinct(schemas: readonly Lowered[]): Lowered[] {
  return [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
}

type Lower = (schema: unknown) => Lowered;

/** An array or, with `prefixItems`, a tuple: items beyond `minItems` are optional. */
export function lowerTuple(schema: SchemaObject, lowerFirst: Lower, lowerRest: Lower): Lowered {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (!Array.isArray(prefixItems)) return lowerArray(items, lowerRest);
  const [min, max] = [countOr(minItems, 0), countOr(maxItems, Number.POSITIVE_INFINITY)];
  const first = prefixItems.slice(0, max).map(lowerFirst);
  const tuple = { type: "array", items: first, minItems: Math.min(min, first.length) } as const;
  if (items === false || max <= first.length) return tuple;
  return { ...tuple, additionalItems: items === undefined ? unknownType : lowerRest(items) };
}

function lowerArray(items: unknown, lower: Lower): Lowered {
  if (items === false) return { type: "array", items: [], minItems: 0 };
  return { type: "array", items: items === undefined ? unknownType : lower(items) };
}

function countOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}

/** Returns the schema with exactly one of these properties: the common properties, and a union with one member for each of them. */
export function lowerExactlyOne(properties: readonly string[], schema: Lowered): Lowered {
  if (properties.length === 0) return schema;
  const names = properties.map(escapeInherited);
  const members = "allOf" in schema ? schema.allOf : [schema];
  const known = new Map(
    members.filter(isLoweredObject).flatMap((member) => Object.entries(member.properties)),
  );
  const common = members.map((member) => (isLoweredObject(member) ? without(member, names) : member));
  const shapes = names.map(
    (name): Lowered => ({
      type: "object",
      properties: Object.fromEntries(
        names.map((other) => [other, other === name ? (known.get(name) ?? unknownType) : absent]),
      ),
      required: [name],
      additionalProperties: false,
    }),
  );
  return makeIntersection([...common, makeUnion(shapes)]);
}

const absent = addDoc({ tsType: "undefined" }, "");

function isLoweredObject(schema: Lowered): schema is LoweredObject {
  return "properties" in schema;
}

function without(schema: LoweredObject, names: readonly string[]): LoweredObject {
  const rest = Object.entries(schema.properties).filter(([name]) => !names.includes(name));
  return {
    ...schema,
    properties: Object.fromEntries(rest),
    required: schema.required.filter((name) => !names.includes(name)),
  };
}

const prefix = "own:";

/** The name for the library: `toString` -> `own:toString`. */
export function escapeInherited(name: string): string {
  return name in {} || name.startsWith(prefix) ? prefix + name : name;
}

/** Restores names in the library's output: `"own:toString"?: ` -> `toString?: `. */
export function unescapeInherited(text: string): string {
  return text.replace(/^"own:((?:[^"\\]|\\.)*)"(?=\??: )/gm, (_, name: string) =>
    propertyName(JSON.parse(`"${name}"`)),
  );
}
