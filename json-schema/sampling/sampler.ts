/** Makes up values that fit schemas. */

import type { Fits } from "../evaluation/evaluator.ts";
import type { Graph } from "../graph/graph.ts";
import { type Node, nodeId } from "../graph/node.ts";
import { numbersAround } from "../graph/numbers.ts";
import { textConstraints, textOfLength } from "../graph/texts/texts.ts";
import { isSchemaObject } from "../keywords.ts";
import type { LocatedSchema } from "../schema-locations.ts";
import type { Json } from "../types.ts";
import { candidates, type ExampleValues, maxTries, namesBeyond, type Search } from "./candidates.ts";
import { itemTargets, listConjuncts, propertyTargets } from "./conjuncts.ts";

/** Finds values that fit schemas. Tries the spec's examples first. */
export interface Sampler {
  /** A small value that fits all of these schemas. */
  one(...targets: LocatedSchema[]): Json | undefined;
  /** As many different values as `count`, or none. */
  several(count: number, ...targets: LocatedSchema[]): readonly Json[] | undefined;
}

/** The depth limit; only endless recursion goes deeper. */
const maxDepth = 12;

/** `several` returns nothing for a larger count. */
const maxDifferent = 100_000;

/** A sample, and how many values were tried for it. */
interface CachedSample {
  readonly value: Json | undefined;
  readonly tries: number;
}

/** Makes a sampler. `exampleValues` are values of the spec, by the address of their schema; they are tried first. */
export function sampler(graph: Graph, fits: Fits, exampleValues: ExampleValues): Sampler {
  const cache = new Map<string, CachedSample>();
  const severalCache = new Map<string, Json[] | undefined>();
  /** Attempts of the present call. A cached sample adds the attempts that it took, so that results do not depend on the order of calls. */
  let tries = 0;
  const search: Search = { exampleValues, attempt: () => ++tries <= maxTries, one, several };
  return {
    one(...targets) {
      tries = 0;
      return one(targets.map(graph), 0);
    },
    several(count, ...targets) {
      tries = 0;
      return count > maxDifferent ? undefined : several(count, targets.map(graph), 0);
    },
  };

  function one(targets: readonly Node[], depth: number): Json | undefined {
    const key = targets.map(nodeId).join(" ");
    const before = tries;
    const found = cache.get(key);
    if (found) {
      tries += found.tries;
      return tries > maxTries ? undefined : found.value;
    }
    const value =
      depth > maxDepth ? undefined : candidates(search, listConjuncts(targets), depth).find(fitting(targets));
    // A search that was cut off by the depth may succeed when it starts elsewhere.
    if (value !== undefined || depth === 0) cache.set(key, { value, tries: tries - before });
    return value;
  }

  function fitting(targets: readonly Node[]): (value: Json | undefined) => value is Json {
    return (value): value is Json => {
      tries++;
      return value !== undefined && targets.every((target) => fits(value, target));
    };
  }

  function several(count: number, targets: readonly Node[], depth: number): Json[] | undefined {
    const key = `${count} ${depth} ${targets.map(nodeId).join(" ")}`;
    if (!severalCache.has(key)) severalCache.set(key, findSeveral(count, targets, depth));
    return severalCache.get(key);
  }

  function findSeveral(count: number, targets: readonly Node[], depth: number): Json[] | undefined {
    const isFitting = fitting(targets);
    const found = new Map<string, Json>();
    for (const value of variations(targets, { search, count, nodes: listConjuncts(targets), depth })) {
      if (found.size === count) break;
      if (isFitting(value)) found.set(JSON.stringify(value), value);
    }
    return found.size === count ? [...found.values()] : undefined;
  }
}

/** Different objects are searched no deeper: each level multiplies the attempts by the number of properties. */
const maxDifferenceDepth = 3;

/** A search for different values. */
interface DifferenceSearch {
  readonly search: Search;
  /** How many different values are needed. */
  readonly count: number;
  /** The schemas that all values must fit. */
  readonly nodes: readonly Node[];
  readonly depth: number;
}

/** Proposes values: one that fits, and others that are likely to fit too. */
function* variations(targets: readonly Node[], differences: DifferenceSearch): Generator<Json | undefined> {
  const { search, count, nodes, depth } = differences;
  const first = search.one(targets, depth);
  yield first;
  for (const { enums } of nodes) yield* enums.flat() as Json[];
  if (typeof first === "number") yield* numbersAround(first, count, nodes);
  if (typeof first === "string") yield* otherTexts(first, count, nodes);
  if (depth < maxDifferenceDepth) {
    const deeper = { ...differences, depth: depth + 1 };
    if (isSchemaObject(first)) yield* otherObjects(first as { [name: string]: Json }, deeper);
    if (Array.isArray(first)) yield* longerLists(first, deeper);
  }
  yield* [true, false, null];
}

function* otherTexts(first: string, count: number, nodes: readonly Node[]): Generator<Json | undefined> {
  for (let index = 1; index <= count; index++) yield first + index;
  for (let index = 1; index <= count; index++) yield first.slice(0, -String(index).length) + index;
  const constraints = textConstraints(nodes);
  const longest = Math.min(constraints.most, constraints.least + count);
  for (let length = constraints.least; length <= longest; length++) yield textOfLength(constraints, length);
}

/** Proposes lists with one more item than the first, and then one with two more. */
function* longerLists(
  first: readonly Json[],
  { search, count, nodes, depth }: DifferenceSearch,
): Generator<Json | undefined> {
  const targets = itemTargets(nodes, first.length);
  const counts = Array.from({ length: count }, (_, index) => count - index);
  const items = counts.map((each) => search.several(each, targets, depth)).find((found) => found) ?? [];
  for (const item of items) yield [...first, item];
  if (items.length > 1) yield [...first, ...items.slice(0, 2)];
}

/** Proposes objects that differ from the first in one property. Properties of the first come before properties that it lacks. */
function* otherObjects(
  first: { [name: string]: Json },
  { search, count, nodes, depth }: DifferenceSearch,
): Generator<Json | undefined> {
  for (const name of [...Object.keys(first), ...namesBeyond(nodes, new Set(Object.keys(first)))]) {
    const targets = propertyTargets(nodes, name);
    if (targets.length === 0) continue;
    for (const value of search.several(count, targets, depth) ?? []) yield { ...first, [name]: value };
  }
}
