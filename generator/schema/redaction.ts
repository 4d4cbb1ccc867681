/** Finds the properties of an output that need a scope. */

import type { RedactionNode } from "@toolwright/runtime";
import { memoize } from "../cache/memoize.ts";
import { compareText } from "../diagnostics/diagnostic.ts";
import type { SchemaObject, SchemaRoot } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import { patternOf } from "../patterns/matcher.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import { type Resolver, rootsBelow } from "./roots.ts";
import { walk } from "./walk.ts";

/** Keywords whose subschemas describe the same value as the schema that has them. */
const inPlaceLists = ["allOf", "anyOf", "oneOf"];
const inPlace = ["if", "then", "else"];

/** A subschema and the root that its references start from. */
interface Located {
  readonly schema: SchemaObject;
  readonly root: SchemaRoot;
}

type Draft = { -readonly [Key in keyof RedactionNode]: RedactionNode[Key] | undefined };

/**
 * The redaction graph of an output, which the runtime reads: which properties need which scopes, at any depth. A property that
 * needs a scope in one branch of a combinator needs it in all, so that never too much is shown.
 */
export function redactionOf(output: SchemaRoot, resolve: Resolver): readonly RedactionNode[] {
  const graph = graphs.get(output) ?? (isRedacted(output, resolve) ? buildGraph(output, resolve) : []);
  graphs.set(output, graph);
  return graph;
}

const graphs = new WeakMap<SchemaRoot, readonly RedactionNode[]>();

/** Most outputs have no such property, which this finds without following what each property may be. */
function isRedacted(output: SchemaRoot, resolve: Resolver): boolean {
  return rootsBelow(output, resolve).some(namesScopes);
}

/** Whether a schema somewhere in the root needs a scope. */
export const namesScopes = memoize((root: SchemaRoot): boolean => {
  let found = false;
  walk(root.schema, (schema) => {
    found ||= "x-requires-scope" in schema;
  });
  return found;
});

function buildGraph(output: SchemaRoot, resolve: Resolver): RedactionNode[] {
  const drafts: Draft[] = [];
  const indexes = new Map<string, number>();
  const ids = new Map<SchemaObject, number>();
  const idOf = (schema: SchemaObject): number => {
    if (!ids.has(schema)) ids.set(schema, ids.size);
    return ids.get(schema)!;
  };

  function nodeFor(schemas: readonly Located[]): number | undefined {
    const all = inPlaceClosure(schemas, resolve);
    if (all.length === 0) return undefined;
    const key = all
      .map(({ schema }) => idOf(schema))
      .sort((a, b) => a - b)
      .join(",");
    const existing = indexes.get(key);
    if (existing !== undefined) return existing;
    const draft: Draft = {};
    indexes.set(key, drafts.push(draft) - 1);
    const index = indexes.get(key)!;
    fill(draft, all);
    return index;
  }

  function fill(draft: Draft, all: readonly Located[]): void {
    const names = new Set(all.flatMap(({ schema }) => keysOf(schema.properties)));
    const [remove, properties]: [Record<string, string[]>, Record<string, number | null>] = [{}, {}];
    for (const name of [...names].sort(compareText)) {
      const found = all.flatMap((item) => schemasOf(item, name));
      const scopes = found
        .map(({ schema }) => schema["x-requires-scope"])
        .filter((scope) => typeof scope === "string");
      if (scopes.length > 0) define(remove, name, [...new Set(scopes)].sort(compareText));
      const node = nodeFor(found);
      define(properties, name, node ?? null);
    }
    draft.remove = remove;
    draft.properties = properties;
    draft.additionalProperties = nodeFor(all.flatMap((item) => schemasOf(item, undefined)));
    const length = Math.max(0, ...all.map(({ schema }) => listOf(schema.prefixItems).length));
    draft.prefixItems = Array.from(
      { length },
      (_, position) => nodeFor(all.flatMap((item) => itemSchemasOf(item, position))) ?? null,
    );
    draft.items = nodeFor(all.flatMap((item) => itemSchemasOf(item, length)));
  }

  nodeFor(located(output.schema, output));
  return pruned(drafts);
}

/** What one schema says of a property; `undefined` stands for any that is in none of the schemas' `properties`. */
function schemasOf({ schema, root }: Located, name: string | undefined): Located[] {
  const { properties, patternProperties, additionalProperties, unevaluatedProperties } = schema;
  const own = name !== undefined && isSchemaObject(properties) && Object.hasOwn(properties, name);
  const matching = Object.entries(isSchemaObject(patternProperties) ? patternProperties : {})
    .filter(([pattern]) => name === undefined || patternOf(pattern).test(name))
    .map(([, child]) => child);
  const rest = name !== undefined && (own || matching.length > 0) ? [] : [additionalProperties];
  const children = [...(own ? [properties[name]] : []), ...matching, ...rest, unevaluatedProperties];
  return children.flatMap((child) => located(child, root));
}

/** What one schema says of the item at a position; `contains` may mean any. */
function itemSchemasOf({ schema, root }: Located, position: number): Located[] {
  const { items, contains, unevaluatedItems } = schema;
  const prefix = listOf(schema.prefixItems);
  const own = position < prefix.length ? prefix[position] : items;
  return [own, contains, unevaluatedItems].flatMap((child) => located(child, root));
}

function keysOf(value: unknown): string[] {
  return isSchemaObject(value) ? Object.keys(value) : [];
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

function located(written: unknown, root: SchemaRoot): Located[] {
  return isSchemaObject(written) ? [{ schema: normalise(written, root.dialect), root }] : [];
}

/** The schemas and all that describe the same value: what they refer to and the branches of their combinators. */
function inPlaceClosure(schemas: readonly Located[], resolve: Resolver): Located[] {
  const found = new Map<SchemaObject, Located>();
  const add = (item: Located): void => {
    if (found.has(item.schema)) return;
    found.set(item.schema, item);
    const { schema, root } = item;
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    if (target) located(target.schema, target.root).forEach(add);
    const branches = [
      ...inPlaceLists.flatMap((keyword) => listOf(schema[keyword])),
      ...inPlace.map((keyword) => schema[keyword]),
      ...Object.values(isSchemaObject(schema.dependentSchemas) ? schema.dependentSchemas : {}),
    ];
    for (const branch of branches) located(branch, root).forEach(add);
  };
  for (const item of schemas) add(item);
  return [...found.values()];
}

/** Keeps and renumbers the nodes at or below which something is removed; empty where nothing is. */
function pruned(drafts: readonly Draft[]): RedactionNode[] {
  const useful = new Set<number>();
  for (let size = -1; size !== useful.size; ) {
    size = useful.size;
    drafts.forEach((draft, index) => {
      if (Object.keys(draft.remove ?? {}).length > 0 || children(draft).some((child) => useful.has(child)))
        useful.add(index);
    });
  }
  if (!useful.has(0)) return [];
  const order = drafts.map((_, index) => index).filter((index) => useful.has(index));
  const renumbered = new Map(order.map((index, position) => [index, position]));
  return order.map((index) => renumber(drafts[index]!, renumbered));
}

function children({ properties = {}, additionalProperties, prefixItems = [], items }: Draft): number[] {
  return [...Object.values(properties), additionalProperties, ...prefixItems, items].filter(
    (child) => typeof child === "number",
  );
}

function renumber(draft: Draft, numbers: ReadonlyMap<number, number>): RedactionNode {
  const of = (child: number | null | undefined) =>
    typeof child === "number" ? numbers.get(child) : undefined;
  const properties: Record<string, number | null> = {};
  for (const [name, child] of Object.entries(draft.properties ?? {})) {
    const number = of(child);
    // `null` keeps the node of `additionalProperties` away from a named property.
    if (number !== undefined || of(draft.additionalProperties) !== undefined)
      define(properties, name, number ?? null);
  }
  const prefixItems = (draft.prefixItems ?? []).map((child) => of(child) ?? null);
  const [additionalProperties, items] = [of(draft.additionalProperties), of(draft.items)];
  return {
    ...(draft.remove && Object.keys(draft.remove).length > 0 && { remove: draft.remove }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(prefixItems.some((child) => child !== null) && { prefixItems }),
    ...(items !== undefined && { items }),
  };
}
