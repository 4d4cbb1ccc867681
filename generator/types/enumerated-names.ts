/** Objects whose `propertyNames` lists all names that are possible: they become objects with these properties. */
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Resolver } from "../schema/roots.ts";

/** The schema with a property for each name that `propertyNames` lists; any other schema stays as it is. */
export function withEnumeratedNames(
  schema: SchemaObject,
  { root, resolve }: { readonly root: SchemaRoot; readonly resolve: Resolver },
): SchemaObject {
  const { additionalProperties = true, patternProperties } = schema;
  const names = patternProperties === undefined && namesIn(schema.propertyNames, root, resolve);
  if (!names || additionalProperties === false) return schema;
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  const others = names.filter((name) => !Object.hasOwn(properties, name));
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(others.map((name) => [name, additionalProperties])) },
    additionalProperties: false,
  };
}

/** The values of an `enum`, also behind references; `seen` ends chains that lead back to themselves. */
function namesIn(
  schema: unknown,
  root: SchemaRoot,
  resolve: Resolver,
  seen: ReadonlySet<unknown> = new Set(),
): readonly string[] | undefined {
  if (!isSchemaObject(schema) || seen.has(schema)) return undefined;
  if (Array.isArray(schema.enum)) return schema.enum.filter((name) => typeof name === "string");
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return target && namesIn(target.schema, target.root, resolve, new Set([...seen, schema]));
}
