/** The types of lowered schemas, and their unions and intersections. */
import { commentSafe } from "../typescript/comment-text.ts";

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

/** A schema with the doc comment that stands before it. */
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
 * A schema with a doc comment. The library shows the `minItems` of a tuple as a tag of its comment, and what it says of an
 * item as a comment of the list, so a tuple stands in an `anyOf` of its own.
 */
export function documented(schema: Lowered, doc: string): Documented {
  const inner = "minItems" in schema ? { anyOf: [schema] } : schema;
  return doc === "" ? inner : { ...inner, description: commentSafe(doc) };
}

/** The literal type of a JSON value. The library follows a `$ref` inside data, so objects and arrays are passed as text. */
export function literalType(value: unknown): Lowered {
  if (typeof value === "object" && value !== null) return { tsType: JSON.stringify(value) };
  return { enum: [value as string | number | boolean | null] };
}

/** `A | B`, without duplicates; `unknown` if one member is `unknown`. */
export function unionOf(schemas: readonly Lowered[]): Lowered {
  const members = distinct(schemas.flatMap((schema) => ("anyOf" in schema ? schema.anyOf : [schema]))).filter(
    (schema) => !isNever(schema),
  );
  if (members.some(isUnknown)) return unknownType;
  if (members.length === 0) return neverType;
  return members.length === 1 ? members[0]! : { anyOf: members };
}

/** `A & B`, without duplicates and `unknown`. */
export function intersectionOf(schemas: readonly Lowered[]): Lowered {
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
