import type { SchemaRoot } from "../model.ts";
import { collecting, markOf, passesOn } from "./collecting.ts";
import { discriminatorOf, tagsOf } from "./discriminator.ts";
import { isSchemaObject, type JsonSchema, keywords, type SchemaObject } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import type { Resolver, Target } from "./roots.ts";
import { mapSubschemas } from "./walk.ts";

/** How a schema is made ready for Ajv. */
export interface Preparation {
  readonly resolve: Resolver;
  /**
   * @returns the address to write in place of a reference, so that Ajv follows no pointer and no anchor. `isWatched`: what
   * the schema there looks at counts for an `unevaluated...` of the one that refers to it.
   */
  refer(target: Target, isWatched: boolean): string;
  /** Whether `$defs` stay, since addresses lead into them. */
  readonly keepsDefinitions?: boolean;
  /** Whether schemas that keep what they look at are marked. */
  readonly marks?: boolean;
}

/** A schema as Ajv gets it: only keywords that validate, references as addresses, discriminators made explicit. */
export function prepare(
  written: unknown,
  root: SchemaRoot,
  preparation: Preparation,
  isWatched = false,
): JsonSchema {
  if (!isSchemaObject(written)) return written as JsonSchema;
  const { resolve, refer, marks = false } = preparation;
  const meaning = meaningOf(written, root.dialect);
  const mark = marks ? markOf(meaning, isWatched) : undefined;
  const validating = Object.fromEntries(
    Object.entries(meaning).filter(([keyword]) => isKept(keyword, preparation)),
  );
  const { $ref, ...copy } = mapSubschemas(withProto(validating), (child, keyword) =>
    prepare(child, root, preparation, mark !== undefined && passesOn(keyword)),
  );
  const target = typeof $ref === "string" ? resolve($ref, root) : undefined;
  const tag = discriminatorOf(meaning, root, resolve);
  return {
    ...(target && { $ref: refer(target, mark !== undefined) }),
    ...copy,
    ...(mark && { [collecting]: mark, ...withCondition(copy) }),
    ...(tag !== undefined && discriminated(copy, tag, meaning, root, resolve)),
  };
}

/** An `if` alone decides nothing, and Ajv skips it; yet where it fits, it has looked at something. */
function withCondition({ if: condition, then: consequence }: SchemaObject): SchemaObject {
  const isIdle = condition !== undefined && (consequence === undefined || consequence === true);
  return isIdle ? { then: { [collecting]: "continues" } } : {};
}

/** Ajv does not look at a property called `__proto__`, but at one whose name matches a pattern. */
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
 * Each branch says its tag itself, so that choosing one does not need the schema that it refers to. Every branch is an
 * object; Ajv reads them for objects only.
 */
function discriminated(
  copy: SchemaObject,
  tag: string,
  { oneOf }: SchemaObject,
  root: SchemaRoot,
  resolve: Resolver,
): SchemaObject {
  const branches = (copy.oneOf as SchemaObject[]).map((branch, index) => {
    if (typeof branch.$ref !== "string") return branch;
    const tags = tagsOf((oneOf as unknown[])[index], tag, root, resolve);
    return { ...branch, properties: { [tag]: { enum: tags } }, required: [tag] };
  });
  return { type: "object", discriminator: { propertyName: tag }, oneOf: branches };
}

function isKept(keyword: string, { keepsDefinitions }: Preparation): boolean {
  if (keyword === "$defs" || keyword === "definitions") return keepsDefinitions === true;
  return Object.hasOwn(keywords, keyword) && keywords[keyword]!.annotation !== true;
}
