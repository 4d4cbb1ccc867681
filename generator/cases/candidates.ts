/** Makes up candidates for values that fit schemas, the plainest first. */
import type { Json } from "@toolwright/conformance/cases";
import { isSchemaObject } from "../schema/keywords.ts";
import type { LocatedSchema, Resolver } from "../schema/roots.ts";
import { conjunctsOf, typesOf } from "./conjuncts.ts";
import { itemTargets, propertyTargets } from "./describing-schemas.ts";
import type { ExampleValues } from "./example-values.ts";
import { candidateNumbers } from "./numbers.ts";
import { matching } from "./pattern.ts";
import { addressOf, below, branches, type SchemaNode } from "./schema-node.ts";
import { shortText, textConstraints } from "./texts.ts";

/** How many values are tried for one call: schemas may leave more choices than can be tried. */
export const maxTries = 10_000;

/** What the candidates of one value need: the values of its parts. */
export interface Search {
  readonly resolve: Resolver;
  readonly exampleValues: ExampleValues;
  /** Counts an attempt. @returns whether there may be more */
  attempt(): boolean;
  one(targets: readonly LocatedSchema[], depth: number): Json | undefined;
  several(count: number, targets: readonly LocatedSchema[], depth: number): Json[] | undefined;
}

/** Yields candidates. Where the schemas leave a choice, each option is tried in turn; `chosen` are the choices already made. */
export function* candidates(
  search: Search,
  nodes: readonly SchemaNode[],
  depth: number,
  chosen: ReadonlySet<string> = new Set(),
): Generator<Json | undefined> {
  if (!search.attempt()) return;
  for (const node of nodes) yield* search.exampleValues.get(addressOf(node)) ?? [];
  yield* nodes.flatMap(writtenValues);
  const choice = choicesOf(nodes).find(({ at }) => !chosen.has(at));
  if (choice === undefined) {
    for (const type of typesOf(nodes)) yield* ofType(search, type, nodes, depth);
    return;
  }
  for (const option of choice.options) {
    const more = conjunctsOf(option, search.resolve);
    yield* candidates(search, [...nodes, ...more], depth, new Set([...chosen, choice.at]));
  }
}

/** The values that a schema itself names. */
function writtenValues({ schema }: SchemaNode): Json[] {
  const lists = [schema.enum, schema.examples].flatMap((values) => (Array.isArray(values) ? values : []));
  return [schema.const, ...lists, schema.default].filter((value) => value !== undefined) as Json[];
}

function* ofType(
  search: Search,
  type: string,
  nodes: readonly SchemaNode[],
  depth: number,
): Generator<Json | undefined> {
  switch (type) {
    case "string":
      yield shortText(textConstraints(nodes));
      return;
    case "integer":
    case "number":
      yield* candidateNumbers(nodes);
      return;
    case "boolean":
      yield* [true, false];
      return;
    case "null":
      yield null;
      return;
    case "array":
      yield array(search, nodes, depth);
      return;
    case "object":
      yield object(search, nodes, depth);
  }
}

function array(search: Search, nodes: readonly SchemaNode[], depth: number): Json | undefined {
  const least = Math.max(0, ...nodes.map(({ schema }) => Number(schema.minItems ?? 0)));
  const contained = nodes.filter(({ schema }) => schema.contains !== undefined);
  const wanted = Math.max(least, ...contained.map(({ schema }) => Number(schema.minContains ?? 1)), 0);
  const unique = nodes.some(({ schema }) => schema.uniqueItems === true);
  if (wanted > maxTries) return undefined;
  const of = (index: number): LocatedSchema[] => [
    ...nodes.flatMap((node) => itemTargets(node, index)),
    ...contained.map((node) => below(node, "contains")),
  ];
  if (unique && wanted > 1) return search.several(wanted, of(wanted), depth + 1);
  const items: Json[] = [];
  for (let index = 0; index < wanted; index++) {
    const item = search.one(of(index), depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function object(search: Search, nodes: readonly SchemaNode[], depth: number): Json | undefined {
  const required = new Set(
    nodes.flatMap(({ schema }) => [...namesIn(schema.required), ...namesIn(schema.exactlyOne).slice(0, 1)]),
  );
  const least = Math.max(0, ...nodes.map(({ schema }) => Number(schema.minProperties ?? 0)));
  const entries: [string, Json][] = [];
  for (const name of [...required, ...namesBeyond(nodes, required)]) {
    if (entries.length >= least && !required.has(name)) break;
    const value = search.one(
      nodes.flatMap((node) => propertyTargets(node, name)),
      depth + 1,
    );
    if (value !== undefined) entries.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  return Object.fromEntries(entries);
}

/** Further names that an object may have: declared ones, then invented ones. */
export function namesBeyond(nodes: readonly SchemaNode[], existing: ReadonlySet<string>): string[] {
  const declared = nodes.flatMap(({ schema }) =>
    Object.keys(isSchemaObject(schema.properties) ? schema.properties : {}),
  );
  const patterns = nodes.flatMap(({ schema }) =>
    Object.keys(isSchemaObject(schema.patternProperties) ? schema.patternProperties : {}).flatMap((pattern) =>
      matching(pattern).slice(0, 1),
    ),
  );
  const open = nodes.some(({ schema }) => isSchemaObject(schema.additionalProperties));
  const names = [...declared, ...patterns, ...(open ? keysFor(nodes) : [])];
  return [...new Set(names)].filter((name) => !existing.has(name));
}

function keysFor(nodes: readonly SchemaNode[]): string[] {
  const named = nodes.flatMap(({ schema }) =>
    isSchemaObject(schema.propertyNames) && typeof schema.propertyNames.pattern === "string"
      ? matching(schema.propertyNames.pattern).slice(0, 1)
      : [],
  );
  return [...named, "key", "other"];
}

/** The choices that schemas leave: the branches of unions, and both outcomes of an `if`. */
function choicesOf(
  nodes: readonly SchemaNode[],
): { readonly at: string; readonly options: LocatedSchema[][] }[] {
  return nodes.flatMap((node) => {
    const unions = ["oneOf", "anyOf"].map((keyword) => ({
      at: addressOf(node, keyword),
      options: branches(node, keyword).map((branch) => [branch]),
    }));
    const [then, otherwise] = ["then", "else"].map((keyword) =>
      node.schema[keyword] === undefined ? [] : [below(node, keyword)],
    ) as [LocatedSchema[], LocatedSchema[]];
    const conditional = { at: addressOf(node, "if"), options: [otherwise, [below(node, "if"), ...then]] };
    return [
      ...unions.filter(({ options }) => options.length > 0),
      ...(node.schema.if === undefined ? [] : [conditional]),
    ];
  });
}

function namesIn(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : [];
}
