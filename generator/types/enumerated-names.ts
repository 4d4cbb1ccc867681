/** Turns objects whose `propertyNames` lists all possible names into objects with these properties. */

/** Returns the schema with a property for each name that `propertyNames` lists; any other schema stays as it is. */
import {
  inheritedKeyword,
  isSchemaObject,
  type Resolver,
  type SchemaObject,
  type SchemaRoot,
} from "@toolwright/json-schema";
export function withEnumeratedNames(
  schema: SchemaObject,
  { root, resolve }: { readonly root: SchemaRoot; readonly resolve: Resolver },
): SchemaObject {
  const { additionalProperties = true, patternProperties } = schema;
  const names = inheritedKeyword(["enum"], schema.propertyNames, root, resolve);
  if (patternProperties !== undefined || !Array.isArray(names) || additionalProperties === false)
    return schema;
  const properties = isSchemaObject(schema.properties) ? schema.properties : {};
  const others = names.filter((name) => typeof name === "string" && !Object.hasOwn(properties, name));
  return {
    ...schema,
    properties: { ...properties, ...Object.fromEntries(others.map((name) => [name, additionalProperties])) },
    additionalProperties: false,
  };
}
