/** Makes up values that fit schemas. */
import type { Json } from "@toolwright/conformance/cases";
import type { Fits } from "../schema/evaluator.ts";
import type { Graph } from "../schema/graph/graph.ts";
import { idOf, type Node } from "../schema/graph/node.ts";
import type { LocatedSchema } from "../schema/roots.ts";
import { candidates, maxTries, type Search } from "./candidates.ts";
import { conjunctsOf } from "./conjuncts.ts";
import type { ExampleValues } from "./example-values.ts";
import { variations } from "./variations.ts";

/** Finds values that fit schemas, trying those of the spec's examples first. */
export interface Sampler {
  /** A small value that fits all of these schemas. */
  one(...targets: LocatedSchema[]): Json | undefined;
  /** As many different values as `count`, or none. */
  several(count: number, ...targets: LocatedSchema[]): Json[] | undefined;
}

/** Only endless recursion goes deeper. */
const maxDepth = 12;

/** `several` returns nothing for a larger count. */
const maxDifferent = 100_000;

/** A sample, and how many values were tried for it. */
interface CachedSample {
  readonly value: Json | undefined;
  readonly tries: number;
}

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
    const key = targets.map(idOf).join(" ");
    const before = tries;
    const found = cache.get(key);
    if (found) {
      tries += found.tries;
      return tries > maxTries ? undefined : found.value;
    }
    const value =
      depth > maxDepth ? undefined : candidates(search, conjunctsOf(targets), depth).find(fitting(targets));
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
    const key = `${count} ${depth} ${targets.map(idOf).join(" ")}`;
    if (!severalCache.has(key)) severalCache.set(key, findSeveral(count, targets, depth));
    return severalCache.get(key);
  }

  function findSeveral(count: number, targets: readonly Node[], depth: number): Json[] | undefined {
    const nodes = conjunctsOf(targets);
    const isFitting = fitting(targets);
    const found = new Map<string, Json>();
    for (const value of variations(search, count, targets, nodes, depth)) {
      if (found.size === count) break;
      if (isFitting(value)) found.set(JSON.stringify(value), value);
    }
    return found.size === count ? [...found.values()] : undefined;
  }
}
