/** Visits and rewrites the subschemas of a schema. */

import { isSchemaObject, type KeywordShape, keywords } from "./keywords.ts";
import { memoize } from "./memoize.ts";
import type { Path, SchemaObject } from "./types.ts";

/** A subschema and the path to it from the schema that was walked. */
export interface Subschema {
  /** The keyword of the schema above that has it, such as `properties`. */
  readonly keyword: string;
  /** The keyword, then the name or index in its value. */
  readonly path: Path;
  /** The subschema as it is written; not checked to be a schema. */
  readonly schema: unknown;
}

/** The direct subschemas of a schema, in the order of the source. Cached, since every rule needs them. */
export const subschemas = memoize((schema: SchemaObject): readonly Subschema[] =>
  Object.entries(schema).flatMap(([keyword, value]) => {
    const shape = Object.hasOwn(keywords, keyword) ? keywords[keyword]!.shape : undefined;
    return schemasWithin(shape, value).map(([path, child]) => ({
      keyword,
      path: [keyword, ...path],
      schema: child,
    }));
  }),
);

/** Calls `visit` for a schema and everything below it, outermost first. Does not follow references. */
export function walk(
  schema: unknown,
  visit: (schema: SchemaObject, path: Path) => void,
  path: Path = [],
): void {
  if (!isSchemaObject(schema)) return;
  visit(schema, path);
  for (const child of subschemas(schema)) walk(child.schema, visit, [...path, ...child.path]);
}

/** A copy in which `change` has replaced every object schema, innermost first; all else stays as it is. */
export function rewrite(schema: unknown, change: (schema: SchemaObject) => unknown): unknown {
  return isSchemaObject(schema) ? change(mapSubschemas(schema, (child) => rewrite(child, change))) : schema;
}

/** A copy of one schema with its direct subschemas replaced. */
export function mapSubschemas(
  schema: SchemaObject,
  change: (child: unknown, keyword: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(schema).map(([keyword, value]) => {
      const shape = Object.hasOwn(keywords, keyword) ? keywords[keyword]!.shape : undefined;
      return [keyword, mapWithin(shape, value, (child) => change(child, keyword))];
    }),
  );
}

/** Returns the schemas in a value of a shape, with their paths. A part that should be a schema counts even if it is not one. */
export function schemasWithin(shape: KeywordShape | undefined, value: unknown): [Path, unknown][] {
  switch (shape) {
    case "schema":
      return [[[], value]];
    case "schemas":
      return Array.isArray(value) ? value.map((child, index) => [[index], child]) : [];
    case "schema-or-schemas":
      return schemasWithin(Array.isArray(value) ? "schemas" : "schema", value);
    case "schema-map":
      return isSchemaObject(value) ? Object.entries(value).map(([key, child]) => [[key], child]) : [];
    case "dependencies":
      return schemasWithin("schema-map", value).filter(([, child]) => !Array.isArray(child));
    default:
      return [];
  }
}

function mapWithin(
  shape: KeywordShape | undefined,
  value: unknown,
  change: (child: unknown) => unknown,
): unknown {
  switch (shape) {
    case "schema":
      return change(value);
    case "schemas":
      return Array.isArray(value) ? value.map(change) : value;
    case "schema-or-schemas":
      return mapWithin(Array.isArray(value) ? "schemas" : "schema", value, change);
    case "schema-map":
      return mapValues(value, change);
    case "dependencies":
      return mapValues(value, (child) => (Array.isArray(child) ? child : change(child)));
    default:
      return value;
  }
}

function mapValues(value: unknown, change: (child: unknown) => unknown): unknown {
  if (!isSchemaObject(value)) return value;
  return Object.fromEntries(Object.entries(value).map(([key, child]) => [key, change(child)]));
}
