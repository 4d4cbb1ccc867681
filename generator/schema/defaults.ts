/** Finds the defaults of a schema, and where they are applied. */
import { memoize } from "../cache/memoize.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { findDiscriminator } from "./discriminator.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import type { LocatedSchema, Resolver } from "./roots.ts";
import { subschemas } from "./walk.ts";

/**
 * Keywords below which defaults are applied: their subschemas apply to every value that fits. Below `anyOf`, `not`, `if` and the
 * like a default would be set before it is known which branch fits.
 */
const appliedBelow = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "prefixItems",
  "items",
  "allOf",
]);

/** Whether defaults below `keyword` of `schema` are applied. In a discriminated `oneOf` only one branch applies. */
export function fillsDefaults(
  schema: SchemaObject,
  keyword: string,
  root: SchemaRoot,
  resolve: Resolver,
): boolean {
  return keyword === "oneOf"
    ? findDiscriminator(schema, root, resolve) !== undefined
    : appliedBelow.has(keyword);
}

/** The default of a property with this schema: its own, else that of what it refers to. */
export function findDefault(
  schema: unknown,
  root: SchemaRoot,
  resolve: Resolver,
): { value: unknown } | undefined {
  const seen = new Set<unknown>();
  let current: { schema: unknown; root: SchemaRoot } | undefined = { schema, root };
  while (current && isSchemaObject(current.schema) && !seen.has(current.schema)) {
    seen.add(current.schema);
    if (current.schema.default !== undefined) return { value: current.schema.default };
    const reference: unknown = current.schema.$ref;
    current = typeof reference === "string" ? resolve(reference, current.root) : undefined;
  }
  return undefined;
}

/** Returns a cached test whether a schema has defaults that are applied, also through references. */
export function defaultsFinder(
  resolve: Resolver,
): (target: Pick<LocatedSchema, "schema" | "root">) => boolean {
  const find = memoize((root: SchemaRoot) =>
    memoize((schema: SchemaObject) => fillsBelow(schema, root, resolve)),
  );
  return ({ schema, root }) => isSchemaObject(schema) && find(root)(schema);
}

/** The test itself, without a cache. */
export function fillsBelow(
  source: unknown,
  root: SchemaRoot,
  resolve: Resolver,
  seen: Set<unknown> = new Set(),
): boolean {
  if (!isSchemaObject(source) || seen.has(source)) return false;
  seen.add(source);
  const schema = normalise(source, root.dialect);
  if (entries(schema.properties).some(([, property]) => findDefault(property, root, resolve))) return true;
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  if (target && fillsBelow(target.schema, target.root, resolve, seen)) return true;
  return subschemas(schema).some(
    (child) =>
      fillsDefaults(schema, child.keyword, root, resolve) && fillsBelow(child.schema, root, resolve, seen),
  );
}

/** The entries of a map of schemas; none where there is no map. */
export function entries(value: unknown): [string, unknown][] {
  return isSchemaObject(value) ? Object.entries(value) : [];
}
