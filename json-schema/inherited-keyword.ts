/** Reads keywords that a schema may inherit from the target of its reference. */
import { isSchemaObject } from "./keywords.ts";
import type { Resolver } from "./schema-locations.ts";
import type { SchemaRoot } from "./types.ts";

/** Returns the first value of these keywords in a schema, else in the target of its reference. `seen` ends circular references. */
export function inheritedKeyword(
  names: readonly string[],
  schema: unknown,
  root: SchemaRoot,
  resolve: Resolver,
  seen: ReadonlySet<unknown> = new Set(),
): unknown {
  if (!isSchemaObject(schema) || seen.has(schema)) return undefined;
  const name = names.find((each) => schema[each] !== undefined);
  if (name !== undefined) return schema[name];
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return target && inheritedKeyword(names, target.schema, target.root, resolve, new Set([...seen, schema]));
}

/** Returns the values that a parameter suggests to clients: its `enum`, else its `examples`. */
export function suggestedValues(schema: unknown, root: SchemaRoot, resolve: Resolver): string[] {
  const values = inheritedKeyword(["enum", "examples"], schema, root, resolve);
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}
