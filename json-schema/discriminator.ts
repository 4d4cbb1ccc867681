/** Finds the property that tells the branches of a `oneOf` apart. */

import type { Node } from "./graph/node.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import type { Resolver } from "./schema-locations.ts";
import type { SchemaObject, SchemaRoot } from "./types.ts";

/**
 * Returns the property that tells the branches of a `oneOf` apart: each branch is an object that requires it and gives it its
 * own constants. Validation then reads only the chosen branch and reports only its errors. If the schema with the `oneOf` says
 * `type: object` itself, its branches need not.
 */
export function findDiscriminator(
  schema: SchemaObject,
  root: SchemaRoot,
  resolve: Resolver,
): string | undefined {
  if (!Array.isArray(schema.oneOf) || schema.oneOf.length < 2) return undefined;
  const first = plainBranch(schema, schema.oneOf[0], root, resolve);
  return first?.required.find((property) => {
    const tags = (schema.oneOf as unknown[]).map((branch) => toTags(schema, branch, property, root, resolve));
    const all = tags.flat();
    return tags.every((values) => values.length > 0) && new Set(all).size === all.length;
  });
}

/**
 * Returns the values of a property that choose a branch of a union, all of them strings. Empty if the property does not choose
 * it.
 */
export function toTags(
  union: SchemaObject,
  branch: unknown,
  property: string,
  root: SchemaRoot,
  resolve: Resolver,
): readonly string[] {
  const plain = plainBranch(union, branch, root, resolve);
  const schema = plain && Object.hasOwn(plain.properties, property) ? plain.properties[property] : undefined;
  if (!plain?.required.includes(property) || !isSchemaObject(schema) || "$ref" in schema) return [];
  const values = Array.isArray(schema.enum) ? schema.enum : [schema.const];
  const both = Array.isArray(schema.enum) && "const" in schema;
  return !both && values.every((value) => typeof value === "string") ? values : [];
}

/** The property whose value chooses a branch of a union. */
export interface Choice {
  /** Its name; each branch requires it. */
  readonly property: string;
  /** The values of the property that choose a branch. */
  valuesOf(branch: Node): readonly string[];
}

/** The same of a node; `undefined` where no property tells the branches apart. */
export function readChoice({ schema: source, root }: Node, resolve: Resolver): Choice | undefined {
  if (!isSchemaObject(source)) return undefined;
  const union = normalise(source, root.dialect);
  const property = findDiscriminator(union, root, resolve);
  if (property === undefined) return undefined;
  return { property, valuesOf: ({ schema }) => toTags(union, schema, property, root, resolve) };
}

/** Explains why a property does not choose a branch: the first requirement that the branch misses. */
export function explainUntagged(
  union: SchemaObject,
  branch: unknown,
  property: string,
  root: SchemaRoot,
  resolve: Resolver,
): string {
  const schema = schemaOfBranch(branch, root, resolve);
  const name = JSON.stringify(property);
  if (schema === undefined) return "A branch is no plain schema, or reference to one.";
  if ((schema.type ?? union.type) !== "object") return 'A branch does not say "type: object".';
  if (!Array.isArray(schema.required) || !schema.required.includes(property))
    return `A branch does not require ${name}.`;
  return `A branch names no texts for ${name} with const or enum.`;
}

interface PlainBranch {
  readonly properties: SchemaObject;
  readonly required: readonly string[];
}

/** The branch as an object schema with properties. */
function plainBranch(
  union: SchemaObject,
  branch: unknown,
  root: SchemaRoot,
  resolve: Resolver,
): PlainBranch | undefined {
  const { type = union.type, properties, required } = schemaOfBranch(branch, root, resolve) ?? {};
  if (type !== "object" || !isSchemaObject(properties) || !Array.isArray(required)) return undefined;
  return { properties, required };
}

/** Returns the schema of a branch, resolving a reference if it is the branch's only keyword. */
function schemaOfBranch(branch: unknown, root: SchemaRoot, resolve: Resolver): SchemaObject | undefined {
  if (!isSchemaObject(branch)) return undefined;
  let schema = normalise(branch, root.dialect);
  if (typeof schema.$ref === "string") {
    const target = resolve(schema.$ref, root);
    if (Object.keys(schema).length > 1 || !target || !isSchemaObject(target.schema)) return undefined;
    schema = normalise(target.schema, target.root.dialect);
    if (schema.$ref !== undefined) return undefined;
  }
  return schema;
}
