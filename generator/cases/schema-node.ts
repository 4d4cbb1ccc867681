/** A schema together with its place in the spec, and the steps from it to its subschemas. */
import { steps } from "@toolwright/conformance/cases";
import { pointerOf, pointerStep } from "@toolwright/runtime/json";
import type { SpecLocation } from "../diagnostics/diagnostic.ts";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { sourceRoot } from "../schema/normalised-model.ts";
import type { LocatedSchema, Resolver } from "../schema/roots.ts";
import { sourcePath } from "../schema/source-path.ts";

/** A schema that is an object, and its place. */
export interface SchemaNode extends LocatedSchema {
  readonly schema: SchemaObject;
}

export function rootNode(root: SchemaRoot): LocatedSchema {
  return { root, pointer: "", schema: root.schema };
}

/** Cache of subschemas, by the schema that contains them. */
const subschemaCache = new WeakMap<
  SchemaObject,
  Map<string, Map<string | number | undefined, LocatedSchema>>
>();

/** A direct subschema: `(node, "properties", "form_id")`, `(node, "oneOf", 3)`, `(node, "items")`. */
export function below(node: LocatedSchema, keyword: string, key?: string | number): LocatedSchema {
  const schema = node.schema as SchemaObject;
  const byKeyword =
    subschemaCache.get(schema) ?? new Map<string, Map<string | number | undefined, LocatedSchema>>();
  if (byKeyword.size === 0) subschemaCache.set(schema, byKeyword);
  const byKey = byKeyword.get(keyword) ?? new Map<string | number | undefined, LocatedSchema>();
  if (byKey.size === 0) byKeyword.set(keyword, byKey);
  const found = byKey.get(key);
  if (found?.root === node.root) return found;
  const path = key === undefined ? [keyword] : [keyword, key];
  const child = path.reduce<unknown>((value, step) => (value as SchemaObject)[step], schema);
  const target = { root: node.root, pointer: node.pointer + pointerOf(path), schema: child as JsonSchema };
  byKey.set(key, target);
  return target;
}

/** The branches of a combinator; none if the schema does not have it. */
export function branches(node: SchemaNode, keyword: string): LocatedSchema[] {
  const list = node.schema[keyword];
  return Array.isArray(list) ? list.map((_, index) => below(node, keyword, index)) : [];
}

/** What `$ref` leads to, if the schema has one that resolves. */
export function referred({ root, schema }: LocatedSchema, resolve: Resolver): LocatedSchema | undefined {
  return isSchemaObject(schema) && typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
}

export function isNode(target: LocatedSchema): target is SchemaNode {
  return isSchemaObject(target.schema);
}

/** The address of a schema, or of one of its keywords, in the case file. */
export function addressOf({ root, pointer }: LocatedSchema, keyword?: string): string {
  return `${root.uri}#${pointer}${keyword === undefined ? "" : `/${pointerStep(keyword)}`}`;
}

export function isSamePlace(one: LocatedSchema, other: LocatedSchema): boolean {
  return one.root.uri === other.root.uri && one.pointer === other.pointer;
}

export function locationOf({ root, pointer }: LocatedSchema, keyword?: string): SpecLocation {
  const path = [...steps(pointer), ...(keyword === undefined ? [] : [keyword])];
  return { file: root.at.file, path: [...root.at.path, ...sourcePath(sourceRoot(root).schema, path)] };
}
