import type { Filling } from "@toolwright/runtime";
import type { JsonSchema, SchemaObject, SchemaRoot } from "../model/schema.ts";
import { define } from "../parse/json-data.ts";
import { defaultOf, entriesOf, fillsBelow } from "./defaults.ts";
import { discriminatorOf, tagsOf } from "./discriminator.ts";
import { isSchemaObject } from "./keywords.ts";
import { meaningOf } from "./meaning.ts";
import type { Resolver } from "./roots.ts";

type Draft = { -readonly [Key in keyof Filling]: Filling[Key] };

/** What is filled into values of a schema, as the runtime reads it. Empty: nothing. */
export function fillingsOf(schema: JsonSchema, root: SchemaRoot, resolve: Resolver): Filling[] {
  if (!fillsBelow(schema, root, resolve)) return [];
  const drafts: Draft[] = [];
  const known = new Map<SchemaObject, number>();

  function fillingFor(written: unknown, root: SchemaRoot): number | undefined {
    if (!isSchemaObject(written)) return undefined;
    const existing = known.get(written);
    if (existing !== undefined) return existing;
    const draft: Draft = {};
    const index = drafts.push(draft) - 1;
    known.set(written, index);
    read(draft, meaningOf(written, root.dialect), root);
    return index;
  }

  function read(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const target = typeof schema.$ref === "string" ? resolve(schema.$ref, root) : undefined;
    const branches = Array.isArray(schema.allOf) ? schema.allOf : [];
    draft.same = [
      ...(target ? [fillingFor(target.schema, target.root)] : []),
      ...branches.map((branch) => fillingFor(branch, root)),
    ].filter((index) => index !== undefined);
    readChoice(draft, schema, root);
    readProperties(draft, schema, root);
    const { prefixItems, items } = schema;
    if (Array.isArray(prefixItems)) draft.prefix = prefixItems.map((item) => fillingFor(item, root) ?? null);
    assign(draft, "items", fillingFor(items, root));
  }

  function readChoice(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const property = discriminatorOf(schema, root, resolve);
    if (property === undefined) return;
    const branches: Record<string, number> = {};
    for (const branch of schema.oneOf as unknown[]) {
      const index = fillingFor(branch, root);
      for (const tag of tagsOf(branch, property, root, resolve))
        if (index !== undefined) define(branches, tag, index);
    }
    draft.choice = { property, branches };
  }

  function readProperties(draft: Draft, schema: SchemaObject, root: SchemaRoot): void {
    const own = entriesOf(schema.properties);
    const patterns = entriesOf(schema.patternProperties);
    const [missing, properties]: [Record<string, unknown>, Record<string, number>] = [{}, {}];
    for (const [name, property] of own) {
      const found = defaultOf(property, root, resolve);
      if (found) define(missing, name, found.value);
      const index = fillingFor(property, root);
      if (index !== undefined) define(properties, name, index);
    }
    draft.missing = missing;
    draft.properties = properties;
    draft.patterns = patterns.flatMap(([pattern, child]) => {
      const index = fillingFor(child, root);
      return index === undefined ? [] : [[pattern, index] as const];
    });
    const filling = fillingFor(schema.additionalProperties, root);
    if (filling !== undefined)
      draft.others = {
        filling,
        known: own.map(([name]) => name),
        patterns: patterns.map(([pattern]) => pattern),
      };
  }

  fillingFor(schema, root);
  return pruned(drafts);
}

function assign<Key extends keyof Draft>(draft: Draft, key: Key, value: Draft[Key] | undefined): void {
  if (value !== undefined) draft[key] = value;
}

/** Only fillings at or below which something is filled in, renumbered; none at all where nothing is. */
function pruned(drafts: readonly Draft[]): Filling[] {
  const useful = new Set<number>();
  for (let size = -1; size !== useful.size; ) {
    size = useful.size;
    drafts.forEach((draft, index) => {
      const fills = Object.keys(draft.missing ?? {}).length > 0;
      if (fills || below(draft).some((child) => useful.has(child))) useful.add(index);
    });
  }
  if (!useful.has(0)) return [];
  const order = drafts.map((_, index) => index).filter((index) => useful.has(index));
  const numbers = new Map(order.map((index, position) => [index, position]));
  return order.map((index) => renumbered(drafts[index]!, numbers));
}

function below({
  same = [],
  choice,
  properties = {},
  patterns = [],
  others,
  prefix = [],
  items,
}: Draft): number[] {
  return [
    ...same,
    ...Object.values(choice?.branches ?? {}),
    ...Object.values(properties),
    ...patterns.map(([, index]) => index),
    others?.filling,
    ...prefix,
    items,
  ].filter((index) => typeof index === "number");
}

function renumbered(draft: Draft, numbers: ReadonlyMap<number, number>): Filling {
  const of = (index: number | null | undefined) => (index == null ? undefined : numbers.get(index));
  const same = (draft.same ?? []).map(of).filter((index) => index !== undefined);
  const branches = mapped(draft.choice?.branches, of);
  const properties = mapped(draft.properties, of);
  const patterns = (draft.patterns ?? []).flatMap(([pattern, index]) => {
    const number = of(index);
    return number === undefined ? [] : [[pattern, number] as const];
  });
  const prefix = (draft.prefix ?? []).map((index) => of(index) ?? null);
  const [others, items] = [of(draft.others?.filling), of(draft.items)];
  return {
    ...(Object.keys(draft.missing ?? {}).length > 0 && { missing: draft.missing }),
    ...(same.length > 0 && { same }),
    ...(branches && { choice: { property: draft.choice!.property, branches } }),
    ...(properties && { properties }),
    ...(patterns.length > 0 && { patterns }),
    ...(others !== undefined && { others: { ...draft.others!, filling: others } }),
    ...(prefix.some((index) => index !== null) && { prefix }),
    ...(items !== undefined && { items }),
  };
}

/** The entries that are still there, renumbered; `undefined` where none is. */
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
