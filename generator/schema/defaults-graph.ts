/** Makes the graph of defaults that the runtime applies to arguments. */
import type { DefaultsNode } from "@toolwright/runtime";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import { defaultOf, entriesOf, fillsBelow } from "./defaults.ts";
import { discriminatorOf, tagsOf } from "./discriminator.ts";
import { isSchemaObject } from "./keywords.ts";
import { normalise } from "./normalise.ts";
import type { Resolver } from "./roots.ts";

type Draft = { -readonly [Key in keyof DefaultsNode]: DefaultsNode[Key] };

/** The defaults below a schema as a graph that the runtime reads (`withDefaults`); empty where there are none. */
export function defaultsGraphOf(schema: JsonSchema, root: SchemaRoot, resolve: Resolver): DefaultsNode[] {
  if (!fillsBelow(schema, root, resolve)) return [];
  const drafts: Draft[] = [];
  const indexes = new Map<SchemaObject, number>();

  function nodeFor(written: unknown, root: SchemaRoot): number | undefined {
    if (!isSchemaObject(written)) return undefined;
    const existing = indexes.get(written);
    if (existing !== undefined) return existing;
    const draft: Draft = {};
    const index = drafts.push(draft) - 1;
    indexes.set(written, index);
    read(draft, normalise(written, root.dialect), root);
    return index;
  }

  function read(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    const branches = Array.isArray(schema.allOf) ? schema.allOf : [];
    draft.allOf = [
      ...(target ? [nodeFor(target.schema, target.root)] : []),
      ...branches.map((branch) => nodeFor(branch, root)),
    ].filter((index) => index !== undefined);
    readChoice(draft, schema, root);
    readProperties(draft, schema, root);
    const { prefixItems, items } = schema;
    if (Array.isArray(prefixItems))
      draft.prefixItems = prefixItems.map((item) => nodeFor(item, root) ?? null);
    assign(draft, "items", nodeFor(items, root));
  }

  function readChoice(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const property = discriminatorOf(schema, root, resolve);
    if (property === undefined) return;
    const branches: Record<string, number> = {};
    for (const branch of schema.oneOf as unknown[]) {
      const index = nodeFor(branch, root);
      for (const tag of tagsOf(schema, branch, property, root, resolve))
        if (index !== undefined) define(branches, tag, index);
    }
    draft.discriminator = { property, branches };
  }

  function readProperties(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const own = entriesOf(schema.properties);
    const patterns = entriesOf(schema.patternProperties);
    const [defaults, properties]: [Record<string, unknown>, Record<string, number>] = [{}, {}];
    for (const [name, property] of own) {
      const fallback = defaultOf(property, root, resolve);
      if (fallback) define(defaults, name, fallback.value);
      const index = nodeFor(property, root);
      if (index !== undefined) define(properties, name, index);
    }
    draft.defaults = defaults;
    draft.properties = properties;
    draft.patternProperties = patterns.flatMap(([pattern, child]) => {
      const index = nodeFor(child, root);
      return index === undefined ? [] : [[pattern, index] as const];
    });
    const node = nodeFor(schema.additionalProperties, root);
    if (node !== undefined)
      draft.additionalProperties = {
        node,
        named: own.map(([name]) => name),
        namePatterns: patterns.map(([pattern]) => pattern),
      };
  }

  nodeFor(schema, root);
  return pruned(drafts);
}

function assign<Key extends keyof Draft>(draft: Draft, key: Key, value: Draft[Key] | undefined): void {
  if (value !== undefined) draft[key] = value;
}

/** Keeps and renumbers the nodes that have a default at or below them; empty where none has. */
function pruned(drafts: readonly Draft[]): DefaultsNode[] {
  const useful = new Set<number>();
  for (let size = -1; size !== useful.size; ) {
    size = useful.size;
    drafts.forEach((draft, index) => {
      const fills = Object.keys(draft.defaults ?? {}).length > 0;
      if (fills || below(draft).some((child) => useful.has(child))) useful.add(index);
    });
  }
  if (!useful.has(0)) return [];
  const order = drafts.map((_, index) => index).filter((index) => useful.has(index));
  const numbers = new Map(order.map((index, position) => [index, position]));
  return order.map((index) => renumbered(drafts[index]!, numbers));
}

function below({
  allOf = [],
  discriminator,
  properties = {},
  patternProperties = [],
  additionalProperties,
  prefixItems = [],
  items,
}: Draft): number[] {
  return [
    ...allOf,
    ...Object.values(discriminator?.branches ?? {}),
    ...Object.values(properties),
    ...patternProperties.map(([, index]) => index),
    additionalProperties?.node,
    ...prefixItems,
    items,
  ].filter((index) => typeof index === "number");
}

function renumbered(draft: Draft, numbers: ReadonlyMap<number, number>): DefaultsNode {
  const of = (index: number | null | undefined) => (index == null ? undefined : numbers.get(index));
  const allOf = (draft.allOf ?? []).map(of).filter((index) => index !== undefined);
  const branches = mapped(draft.discriminator?.branches, of);
  const properties = mapped(draft.properties, of);
  const patternProperties = (draft.patternProperties ?? []).flatMap(([pattern, index]) => {
    const number = of(index);
    return number === undefined ? [] : [[pattern, number] as const];
  });
  const prefixItems = (draft.prefixItems ?? []).map((index) => of(index) ?? null);
  const [additional, items] = [of(draft.additionalProperties?.node), of(draft.items)];
  return {
    ...(Object.keys(draft.defaults ?? {}).length > 0 && { defaults: draft.defaults }),
    ...(allOf.length > 0 && { allOf }),
    ...(branches && { discriminator: { property: draft.discriminator!.property, branches } }),
    ...(properties && { properties }),
    ...(patternProperties.length > 0 && { patternProperties }),
    ...(additional !== undefined && {
      additionalProperties: { ...draft.additionalProperties!, node: additional },
    }),
    ...(prefixItems.some((index) => index !== null) && { prefixItems }),
    ...(items !== undefined && { items }),
  };
}

/** The entries whose nodes were kept, renumbered; `undefined` where none was. */
function mapped(
  map: Readonly<Record<string, number>> | undefined,
  of: (index: number) => number | undefined,
): Record<string, number> | undefined {
  const copy: Record<string, number> = {};
  for (const [name, index] of Object.entries(map ?? {})) {
    const number = of(index);
    if (number !== undefined) define(copy, name, number);
  }
  return Object.keys(copy).length > 0 ? copy : undefined;
}
