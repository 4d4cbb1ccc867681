import type { SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "./keywords.ts";
import type { Resolver } from "./roots.ts";

/** A chain of references that does not end is the mistake of another rule. */
const maxReferences = 10;

/** The first value of these keywords in a schema, else in the type that it refers to. */
export function inheritedKeyword(
  names: readonly string[],
  schema: unknown,
  root: SchemaRoot,
  resolve: Resolver,
  depth = 0,
): unknown {
  if (!isSchemaObject(schema) || depth > maxReferences) return undefined;
  const name = names.find((each) => schema[each] !== undefined);
  if (name !== undefined) return schema[name];
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  return target && inheritedKeyword(names, target.schema, target.root, resolve, depth + 1);
}

/** The values that a parameter suggests to clients: those of its `enum`, else its `examples`. */
export function suggestedValues(schema: unknown, root: SchemaRoot, resolve: Resolver): string[] {
  const values = inheritedKeyword(["enum", "examples"], schema, root, resolve);
  return Array.isArray(values) ? values.filter((value) => typeof value === "string") : [];
}
