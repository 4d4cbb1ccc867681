/** Makes up candidates for values that fit schemas, the plainest first. */

import type { Node } from "../graph/node.ts";
import { candidateNumbers } from "../graph/numbers.ts";
import { matching } from "../graph/texts/matching.ts";
import { shortText, textConstraints } from "../graph/texts/texts.ts";
import { printAddress } from "../place.ts";
import type { Json } from "../types.ts";
import { isDescribed, itemTargets, likelyTypes, listConjuncts, propertyTargets } from "./conjuncts.ts";

/** Values to try first, by the address of the schema that describes them. */
export type ExampleValues = ReadonlyMap<string, readonly Json[]>;

/** How many values are tried for one call: schemas may leave more choices than can be tried. */
export const maxTries = 10_000;

/** The services that the search for one value needs. */
export interface Search {
  readonly exampleValues: ExampleValues;
  /** Counts an attempt. @returns whether there may be more */
  attempt(): boolean;
  one(targets: readonly Node[], depth: number): Json | undefined;
  several(count: number, targets: readonly Node[], depth: number): Json[] | undefined;
}

/** Yields candidates. If the schemas leave a choice, each option is tried in turn; `chosen` holds the choices already made. */
export function* candidates(
  search: Search,
  nodes: readonly Node[],
  depth: number,
  chosen: ReadonlySet<string> = new Set(),
): Generator<Json | undefined> {
  if (!search.attempt()) return;
  for (const node of nodes) yield* search.exampleValues.get(printAddress(node)) ?? [];
  yield* nodes.flatMap(writtenValues);
  const choice = choicesAt(nodes).find(({ at }) => !chosen.has(at));
  if (choice === undefined) {
    for (const type of likelyTypes(nodes)) yield* candidatesOfType(search, type, nodes, depth);
    return;
  }
  for (const option of choice.options) {
    const more = listConjuncts(option);
    yield* candidates(search, [...nodes, ...more], depth, new Set([...chosen, choice.at]));
  }
}

/** The values that a schema itself names. */
function writtenValues({ enums, examples, fallback }: Node): Json[] {
  return [...enums.flat(), ...examples, ...(fallback ? [fallback.value] : [])] as Json[];
}

function* candidatesOfType(
  search: Search,
  type: string,
  nodes: readonly Node[],
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

function array(search: Search, nodes: readonly Node[], depth: number): Json | undefined {
  const least = Math.max(0, ...nodes.map(({ numbers }) => numbers.minItems ?? 0));
  const contained = nodes.flatMap(({ contains }) => contains ?? []);
  const wanted = Math.max(
    least,
    ...nodes.map(({ contains, numbers }) => (contains ? (numbers.minContains ?? 1) : 0)),
  );
  const unique = nodes.some((node) => node.unique);
  if (wanted > maxTries) return undefined;
  const of = (index: number): Node[] => [...itemTargets(nodes, index), ...contained];
  if (unique && wanted > 1) return search.several(wanted, of(wanted), depth + 1);
  const items: Json[] = [];
  for (let index = 0; index < wanted; index++) {
    const item = search.one(of(index), depth + 1);
    if (item === undefined) return undefined;
    items.push(item);
  }
  return items;
}

function object(search: Search, nodes: readonly Node[], depth: number): Json | undefined {
  const required = new Set(nodes.flatMap((node) => [...node.required, ...node.exactlyOne.slice(0, 1)]));
  const least = Math.max(0, ...nodes.map(({ numbers }) => numbers.minProperties ?? 0));
  const entries: [string, Json][] = [];
  for (const name of [...required, ...namesBeyond(nodes, required)]) {
    if (entries.length >= least && !required.has(name)) break;
    const value = search.one(propertyTargets(nodes, name), depth + 1);
    if (value !== undefined) entries.push([name, value]);
    else if (required.has(name)) return undefined;
  }
  return Object.fromEntries(entries);
}

/** Further names that an object may have: declared ones, then invented ones. */
export function namesBeyond(nodes: readonly Node[], existing: ReadonlySet<string>): string[] {
  const declared = nodes.flatMap(({ properties }) => [...properties.keys()]);
  const patterns = nodes.flatMap((node) =>
    [...node.patterns.keys()].flatMap((pattern) => matching(pattern).slice(0, 1)),
  );
  const open = nodes.some(({ additional }) => additional && isDescribed(additional));
  const names = [...declared, ...patterns, ...(open ? keysFor(nodes) : [])];
  return [...new Set(names)].filter((name) => !existing.has(name));
}

function keysFor(nodes: readonly Node[]): string[] {
  const named = nodes.flatMap(({ names }) =>
    names?.pattern === undefined ? [] : matching(names.pattern).slice(0, 1),
  );
  return [...named, "key", "other"];
}

/** The choices that schemas leave: the branches of unions, and both outcomes of an `if`. */
function choicesAt(nodes: readonly Node[]): { readonly at: string; readonly options: (readonly Node[])[] }[] {
  return nodes.flatMap((node) => {
    const unions = (["oneOf", "anyOf"] as const).map((keyword) => ({
      at: printAddress(node, keyword),
      options: node[keyword].flat().map((branch) => [branch]),
    }));
    const { when, then, otherwise } = node.condition ?? {};
    const outcomes = [otherwise ? [otherwise] : [], [...(when ? [when] : []), ...(then ? [then] : [])]];
    return [
      ...unions.filter(({ options }) => options.length > 0),
      ...(when ? [{ at: printAddress(node, "if"), options: outcomes }] : []),
    ];
  });
}
