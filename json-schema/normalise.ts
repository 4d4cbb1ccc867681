/** Normalises one schema to the keywords of 2020-12, from any dialect. */

import { type MalformedPart, malformedParts } from "./keyword-values.ts";
import { isSchemaObject, keywords } from "./keywords.ts";
import type { Dialect, SchemaObject } from "./types.ts";

const dialects: readonly (readonly [pattern: RegExp, dialect: Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, "2020-12"],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, "draft-07"],
];

/** The dialect that a `$schema` names; `undefined` for an unsupported one. */
export function dialectNamed(schema: unknown): Dialect | undefined {
  return dialects.find(([pattern]) => pattern.test(String(schema)))?.[1];
}

/** Returns the dialect that a root schema names, else 2020-12, which is the default of MCP. */
export function findDialect(schema: unknown): Dialect {
  return (isSchemaObject(schema) ? dialectNamed(schema.$schema) : undefined) ?? "2020-12";
}

/** Whether a keyword asserts something in a dialect. Annotations may stand anywhere. */
export function belongsTo(keyword: string, value: unknown, dialect: Dialect): boolean {
  const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (!known || known.annotation) return true;
  if (dialect === "draft-07") return known.since !== "2020-12";
  return keyword !== "additionalItems" && !(keyword === "items" && Array.isArray(value));
}

const cache = new WeakMap<SchemaObject, SchemaObject>();

/**
 * Returns a schema in the keywords of 2020-12, without keywords that have no effect: those with malformed values (a spec may
 * accept them; its manifest keeps them) and those of other dialects. Does not normalise subschemas.
 */
export function normalise(schema: SchemaObject, dialect: Dialect): SchemaObject {
  let normalised = cache.get(schema);
  if (normalised === undefined) {
    normalised = in202012(withoutIneffective(schema, dialect), dialect);
    cache.set(schema, normalised);
  }
  return normalised;
}

function withoutIneffective(schema: SchemaObject, dialect: Dialect): SchemaObject {
  const kept = Object.entries(schema).flatMap(([keyword, value]) => {
    if (!belongsTo(keyword, value, dialect) || keyword === "$dynamicRef") return [];
    const parts = malformedParts(keyword, value);
    return parts.every(({ path }) => path.length > 0) ? [[keyword, without(parts, value)]] : [];
  });
  return Object.fromEntries(kept);
}

/** A map or list of schemas in which `true` replaces malformed schemas, and without malformed patterns. */
function without(parts: readonly MalformedPart[], value: unknown): unknown {
  if (parts.length === 0) return value;
  if (Array.isArray(value))
    return value.map((child, index) => (parts.some(({ path }) => path[0] === index) ? true : child));
  const kept = Object.entries(value as object).flatMap(([name, child]) => {
    const part = parts.find(({ path }) => path[0] === name);
    return part?.key ? [] : [[name, part ? true : child]];
  });
  return Object.fromEntries(kept);
}

function in202012(schema: SchemaObject, dialect: Dialect): SchemaObject {
  // In draft-07 a $ref makes the keywords beside it ineffective. A $ref to a file of the spec is none of draft-07: the manifest
  // has the type in its place, with these keywords.
  if (dialect === "draft-07" && typeof schema.$ref === "string" && !isOfSpecFile(schema.$ref))
    return onlyReference(schema);
  const { dependencies, items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    ...(Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : items !== undefined && { items }),
    ...(isSchemaObject(dependencies) && splitDependencies(dependencies, schema)),
  };
}

/** Whether a reference leads to a file of a spec, such as `../types/note_id.yaml`. */
function isOfSpecFile(reference: string): boolean {
  return /\.yaml(?:#|$)/.test(reference);
}

function onlyReference(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword]) => keyword === "$ref" || keywords[keyword]?.annotation === true,
    ),
  );
}

/** 2020-12 has two keywords in place of `dependencies`, one for lists of names and one for schemas. */
function splitDependencies(dependencies: SchemaObject, beside: SchemaObject): SchemaObject {
  const entries = Object.entries(dependencies);
  const names = entries.filter(([, value]) => Array.isArray(value));
  const schemas = entries.filter(([, value]) => !Array.isArray(value));
  return {
    ...(names.length > 0 && {
      dependentRequired: {
        ...(beside.dependentRequired as object | undefined),
        ...Object.fromEntries(names),
      },
    }),
    ...(schemas.length > 0 && {
      dependentSchemas: {
        ...(beside.dependentSchemas as object | undefined),
        ...Object.fromEntries(schemas),
      },
    }),
  };
}
