/** Prepares schemas for Ajv. */

import { findDiscriminator, toTags } from "../discriminator.ts";
import { isSchemaObject, keywords } from "../keywords.ts";
import { normalise } from "../normalise.ts";
import type { LocatedSchema, Resolver } from "../schema-locations.ts";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../types.ts";
import { mapSubschemas } from "../walk.ts";
import { listWideUnions, type WideUnion } from "./wide-union.ts";

/** How a schema is made ready for Ajv. */
export interface Preparation {
  /** Finds the schemas that references lead to. */
  readonly resolve: Resolver;
  /** Returns the address to write in place of a reference, so that Ajv follows no pointer and no anchor. */
  refer(target: LocatedSchema): string;
  /** Whether every branch of a `oneOf` is tried, even if a tag could choose one: Ajv loses what a chosen branch has evaluated. */
  readonly triesAllBranches?: boolean;
  /** Returns an address for a union of many branches, which is written as a reference. Without it, Ajv gets each union. */
  referToUnion?(union: WideUnion): string;
  /** Called with each prepared schema and its source. */
  onPrepared?(prepared: SchemaObject, source: SchemaObject): void;
  /** Whether `$defs` stay, since addresses lead into them. */
  readonly keepsDefinitions?: boolean;
}

/** A schema as Ajv gets it: only keywords that validate, references as addresses, discriminators made explicit. */
export function prepare(source: unknown, root: SchemaRoot, preparation: Preparation): JsonSchema {
  if (!isSchemaObject(source)) return source as JsonSchema;
  const { resolve, refer, triesAllBranches } = preparation;
  const normalised = normalise(source, root.dialect);
  const unions = preparation.referToUnion ? listWideUnions(source, root) : [];
  const isWide = (name: string) => unions.some(({ keyword }) => keyword === name);
  const validating = Object.fromEntries(
    Object.entries(normalised).filter(([keyword]) => isKept(keyword, preparation) && !isWide(keyword)),
  );
  const { $ref, ...copy } = mapSubschemas(withProto(validating), (child) =>
    prepare(child, root, preparation),
  );
  const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
  const triesAll = triesAllBranches || isWide("oneOf");
  const tag = triesAll ? undefined : findDiscriminator(normalised, root, resolve);
  const prepared = {
    ...(target && { $ref: refer(target) }),
    ...copy,
    ...(unions.length > 0 && { allOf: [...listAll(copy), ...unions.map(refersTo(preparation))] }),
    ...(tag !== undefined && repeatTag(copy, tag, normalised, root, resolve)),
  };
  preparation.onPrepared?.(prepared, source);
  return prepared;
}

function listAll({ allOf }: SchemaObject): readonly unknown[] {
  return Array.isArray(allOf) ? allOf : [];
}

function refersTo({ referToUnion }: Preparation): (union: WideUnion) => SchemaObject {
  return (union) => ({ $ref: referToUnion!(union) });
}

/** Ajv ignores `__proto__` in `properties`, but not in `patternProperties`. */
function withProto(schema: SchemaObject): SchemaObject {
  const { properties, patternProperties } = schema;
  if (!isSchemaObject(properties) || !Object.hasOwn(properties, "__proto__")) return schema;
  const { ["__proto__"]: proto, ...others } = properties;
  return {
    ...schema,
    properties: others,
    patternProperties: { ...(patternProperties as object | undefined), "^__proto__$": proto },
  };
}

/**
 * Repeats the tag in each branch, so that choosing one does not need the schema that it refers to. Every branch is an
 * object; Ajv applies a discriminator to objects only.
 */
function repeatTag(
  copy: SchemaObject,
  tag: string,
  union: SchemaObject,
  root: SchemaRoot,
  resolve: Resolver,
): SchemaObject {
  const branches = (copy.oneOf as SchemaObject[]).map((branch, index) => {
    if (typeof branch.$ref !== "string") return branch;
    const tags = toTags(union, (union.oneOf as unknown[])[index], tag, root, resolve);
    return { ...branch, properties: { [tag]: { enum: tags } }, required: [tag] };
  });
  return { type: "object", discriminator: { propertyName: tag }, oneOf: branches };
}

function isKept(keyword: string, { keepsDefinitions }: Preparation): boolean {
  if (keyword === "$defs" || keyword === "definitions") return keepsDefinitions === true;
  return Object.hasOwn(keywords, keyword) && keywords[keyword]!.annotation !== true;
}
