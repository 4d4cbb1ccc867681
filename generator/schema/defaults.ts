import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { discriminatorOf } from "./discriminator.ts";
import { isSchemaObject } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import type { Resolver, Target } from "./roots.ts";
import { subschemas } from "./walk.ts";

/**
 * Keywords below which defaults are filled in: those whose subschemas hold for every value that fits. Below `anyOf`, `not`,
 * `if` and the like a default would be written before it is known which branch is the one that fits.
 */
const filled = new Set([
  "properties",
  "patternProperties",
  "additionalProperties",
  "prefixItems",
  "items",
  "allOf",
]);

/** Whether defaults below `keyword` of `schema` are filled in. A discriminated `oneOf` has only one branch that counts. */
export function fillsDefaults(
  schema: SchemaObject,
  keyword: string,
  root: SchemaRoot,
  resolve: Resolver,
): boolean {
  return keyword === "oneOf" ? discriminatorOf(schema, root, resolve) !== undefined : filled.has(keyword);
}

/** The default of a property with this schema: its own, else that of what it refers to. */
export function defaultOf(
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

/** Tells whether filling in defaults can make a value of a schema larger, through references too. */
export function defaultsFinder(resolve: Resolver): (target: Pick<Target, "schema" | "root">) => boolean {
  const known = new Map<JsonSchema, boolean>();
  return ({ schema, root }) => {
    const answer = known.get(schema) ?? fillsBelow(schema, root, resolve);
    known.set(schema, answer);
    return answer;
  };
}

/** The same, found out anew. */
export function fillsBelow(
  written: unknown,
  root: SchemaRoot,
  resolve: Resolver,
  seen: Set<unknown> = new Set(),
): boolean {
  if (!isSchemaObject(written) || seen.has(written)) return false;
  seen.add(written);
  const schema = meaningOf(written, root.dialect);
  if (entriesOf(schema.properties).some(([, property]) => defaultOf(property, root, resolve))) return true;
  const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
  if (target && fillsBelow(target.schema, target.root, resolve, seen)) return true;
  return subschemas(schema).some(
    (child) =>
      fillsDefaults(schema, child.keyword, root, resolve) && fillsBelow(child.schema, root, resolve, seen),
  );
}

/** The entries of a map of schemas; none where there is no map. */
export function entriesOf(value: unknown): [string, unknown][] {
  return isSchemaObject(value) ? Object.entries(value) : [];
}
