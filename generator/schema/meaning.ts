import type { Dialect, SchemaObject } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import { isSchemaObject, keywords } from "./keywords.ts";
import { type MisshapenPart, misshapenParts } from "./values.ts";

const dialects: readonly (readonly [pattern: RegExp, dialect: Dialect])[] = [
  [/^https?:\/\/json-schema\.org\/draft\/2020-12\/schema#?$/, "2020-12"],
  [/^https?:\/\/json-schema\.org\/draft-07\/schema#?$/, "draft-07"],
];

/** The dialect that a `$schema` names; `undefined` for one that is not understood. */
export function dialectNamed(schema: unknown): Dialect | undefined {
  return dialects.find(([pattern]) => pattern.test(String(schema)))?.[1];
}

/** The dialect that a root schema is read in: the one it names, else 2020-12, as MCP has it. */
export function dialectOf(schema: unknown): Dialect {
  return (isSchemaObject(schema) ? dialectNamed(schema.$schema) : undefined) ?? "2020-12";
}

/** Whether a keyword asserts something in a dialect. Annotations may stand anywhere. */
export function belongsTo(keyword: string, value: unknown, dialect: Dialect): boolean {
  const known = Object.hasOwn(keywords, keyword) ? keywords[keyword] : undefined;
  if (!known || known.annotation) return true;
  if (dialect === "draft-07") return known.since !== "2020-12";
  return keyword !== "additionalItems" && !(keyword === "items" && Array.isArray(value));
}

const read = new WeakMap<SchemaObject, SchemaObject>();

/**
 * What a schema says, in the words of 2020-12 and without what says nothing: keywords with values of a wrong shape (a
 * spec may accept such ones; its manifest keeps them) and keywords of other dialects. Only the schema itself is read;
 * its subschemas stay as they are written.
 */
export function meaningOf(schema: SchemaObject, dialect: Dialect): SchemaObject {
  let meaning = read.get(schema);
  if (meaning === undefined) {
    meaning = modern(sound(schema, dialect), dialect);
    read.set(schema, meaning);
  }
  return meaning;
}

function sound(schema: SchemaObject, dialect: Dialect): SchemaObject {
  const kept: Record<string, unknown> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (!belongsTo(keyword, value, dialect) || keyword === "$dynamicRef") continue;
    const parts = misshapenParts(keyword, value);
    if (parts.every(({ path }) => path.length > 0)) define(kept, keyword, without(parts, value));
  }
  return kept;
}

/** A map or list of schemas in which those that are none allow everything; patterns that are none are left out. */
function without(parts: readonly MisshapenPart[], value: unknown): unknown {
  if (parts.length === 0) return value;
  if (Array.isArray(value))
    return value.map((child, index) => (parts.some(({ path }) => path[0] === index) ? true : child));
  const copy: Record<string, unknown> = {};
  for (const [name, child] of Object.entries(value as object)) {
    const part = parts.find(({ path }) => path[0] === name);
    if (!part?.key) define(copy, name, part ? true : child);
  }
  return copy;
}

function modern(schema: SchemaObject, dialect: Dialect): SchemaObject {
  // In draft-07 nothing beside a $ref counts.
  if (dialect === "draft-07" && typeof schema.$ref === "string") return onlyReference(schema);
  const { dependencies, items, additionalItems, ...rest } = schema;
  return {
    ...rest,
    ...(Array.isArray(items)
      ? { prefixItems: items, ...(additionalItems !== undefined && { items: additionalItems }) }
      : items !== undefined && { items }),
    ...(isSchemaObject(dependencies) && splitDependencies(dependencies, schema)),
  };
}

function onlyReference(schema: SchemaObject): SchemaObject {
  return Object.fromEntries(
    Object.entries(schema).filter(
      ([keyword]) => keyword === "$ref" || keywords[keyword]?.annotation === true,
    ),
  );
}

/** `dependencies` was split into two keywords, by what its values are. */
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
