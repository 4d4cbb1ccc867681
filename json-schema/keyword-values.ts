/** Checks that the values of JSON Schema keywords have the right shape. */

import { isSchemaObject, type KeywordShape, keywords } from "./keywords.ts";
import type { Path } from "./types.ts";
import { schemasWithin } from "./walk.ts";

/** The check of each shape, and its name in messages. */
const shapes: Readonly<
  Record<KeywordShape, { readonly fits: (value: unknown) => boolean; readonly words: string }>
> = {
  schema: { fits: isSchema, words: "a schema" },
  schemas: {
    fits: (value) => Array.isArray(value) && value.length > 0 && value.every(isSchema),
    words: "a list of schemas",
  },
  "schema-map": {
    fits: (value) => isSchemaObject(value) && Object.values(value).every(isSchema),
    words: "a map of schemas",
  },
  dependencies: {
    fits: (value) =>
      isSchemaObject(value) && Object.values(value).every((child) => isNames(child) || isSchema(child)),
    words: "a map of schemas and lists of names",
  },
  "schema-or-schemas": {
    fits: (value) => isSchema(value) || (Array.isArray(value) && value.every(isSchema)),
    words: "a schema",
  },
  number: { fits: (value) => Number.isFinite(value), words: "a number" },
  positive: { fits: (value) => Number.isFinite(value) && Number(value) > 0, words: "a number above 0" },
  count: {
    fits: (value) => Number.isSafeInteger(value) && Number(value) >= 0,
    words: "a whole number, 0 or more",
  },
  text: { fits: (value) => typeof value === "string", words: "a text" },
  regex: { fits: isRegex, words: "a regular expression of ECMAScript, with the u flag" },
  flag: { fits: (value) => typeof value === "boolean", words: "true or false" },
  names: { fits: isNames, words: "a list of different names" },
  "names-map": {
    fits: (value) => isSchemaObject(value) && Object.values(value).every(isNames),
    words: "a map of lists of names",
  },
  types: { fits: isTypes, words: "a type of JSON Schema or a list of different ones" },
  list: {
    fits: (value) => Array.isArray(value) && value.length > 0,
    words: "a list with at least one value",
  },
  object: { fits: isSchemaObject, words: "a map" },
  any: { fits: () => true, words: "anything" },
};

/** Whether the value of a keyword has the shape that JSON Schema gives it. */
export function isWellFormed(keyword: string, value: unknown): boolean {
  return malformedParts(keyword, value).length === 0;
}

/** A part of a keyword's value that does not have the required shape. */
export interface MalformedPart {
  /** The path from the keyword's value to the part. */
  readonly path: Path;
  /** The part, as it is written. */
  readonly value: unknown;
  /** The expected value, in words. */
  readonly words: string;
  /** It is the key at that path, rather than its value. */
  readonly key: boolean;
}

/** The malformed parts of a keyword's value. A malformed schema in a map or list is reported alone, not with the whole value. */
export function malformedParts(keyword: string, value: unknown): MalformedPart[] {
  if (!Object.hasOwn(keywords, keyword)) return [];
  const { shape } = keywords[keyword]!;
  const { fits, words } = shapes[shape];
  const schemas = schemasWithin(shape, value);
  if (!fits(value) && schemas.every(([, child]) => isSchema(child)))
    return [{ path: [], value, words, key: false }];
  const patterns = keyword === "patternProperties" && isSchemaObject(value) ? Object.keys(value) : [];
  return [
    ...schemas
      .filter(([, child]) => !isSchema(child))
      .map(([path, child]) => ({ path, value: child, words: "a schema", key: false })),
    ...patterns
      .filter((pattern) => !isRegex(pattern))
      .map((pattern) => ({ path: [pattern], value: pattern, words: shapes.regex.words, key: true })),
  ];
}

function isSchema(value: unknown): boolean {
  return typeof value === "boolean" || isSchemaObject(value);
}

function isNames(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.every((name) => typeof name === "string") &&
    new Set(value).size === value.length
  );
}

/** The values of `type`. */
export const types = ["null", "boolean", "object", "array", "number", "string", "integer"];

function isTypes(value: unknown): boolean {
  const list = Array.isArray(value) ? value : [value];
  return list.length > 0 && list.every((type) => types.includes(type)) && new Set(list).size === list.length;
}

function isRegex(value: unknown): boolean {
  if (typeof value !== "string") return false;
  try {
    new RegExp(value, "u");
    return true;
  } catch {
    return false;
  }
}

/** Whether a JSON value is of a type that `type` names. */
export function isOfType(value: unknown, type: unknown): boolean {
  switch (type) {
    case "null":
      return value === null;
    case "array":
      return Array.isArray(value);
    case "object":
      return isSchemaObject(value);
    case "integer":
      return Number.isInteger(value);
    default:
      return typeof value === type;
  }
}
