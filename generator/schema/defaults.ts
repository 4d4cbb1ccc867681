/** Decides where defaults are applied, and finds the default of a schema. */
import {
  findDiscriminator,
  inheritedKeyword,
  isSchemaObject,
  type Resolver,
  type SchemaObject,
  type SchemaRoot,
} from "@toolwright/json-schema";

/**
 * Keywords below which defaults are applied: their subschemas apply to every value. Below `anyOf`, `not`, `if` and similar
 * keywords, a default would be set before it is known which branch fits.
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

/** Returns the default of a property with this schema: its own, else the default of the schema that it refers to. */
export function findDefault(
  schema: unknown,
  root: SchemaRoot,
  resolve: Resolver,
): { value: unknown } | undefined {
  const value = inheritedKeyword(["default"], schema, root, resolve);
  return value === undefined ? undefined : { value };
}

/** The entries of a map of schemas; none where there is no map. */
export function entries(value: unknown): [string, unknown][] {
  return isSchemaObject(value) ? Object.entries(value) : [];
}
