/** Finds keywords that together leave no value. */
import { assertsAnything, conjuncts, type Node, propertyNodes } from "../node.ts";
import { crossedBounds } from "./bounds.ts";
import type { Clash } from "./clash.ts";
import { clashingItems, clashingProperties } from "./properties.ts";
import { clashingTypes, clashingValues } from "./values.ts";

/** Returns contradictions between the keywords of conjuncts, without looking into properties, items and unions. */
export function findClashes(nodes: readonly Node[]): Clash[] {
  const types = clashingTypes(nodes);
  if (types.length > 0) return types;
  return [
    ...crossedBounds(nodes),
    ...clashingValues(nodes),
    ...clashingProperties(nodes),
    ...clashingItems(nodes),
    ...impossibleNot(nodes),
  ];
}

function impossibleNot(nodes: readonly Node[]): Clash[] {
  return nodes
    .filter(({ not }) => not.some((child) => !assertsAnything(child)))
    .map((node) => ({ detail: "Everything fits it, so nothing is left.", at: { node, keyword: "not" } }));
}

/** Parts that several schemas describe together are compared to this depth. */
const maxDepth = 8;

/**
 * Returns the contradictions of conjuncts, and of the parts that several of them describe. In a union, only the keywords of its
 * branches are compared with the rest: proofs that split unions are for the comparison of two schemas.
 */
export function shallowClashes(nodes: readonly Node[], depth = 0): Clash[] {
  const own = findClashes(nodes);
  if (own.length > 0 || depth >= maxDepth) return own;
  const parts = sharedParts(nodes).flatMap((part) => shallowClashes(conjuncts(part), depth + 1));
  return [...parts, ...deadEnds(nodes)];
}

/**
 * Returns the schemas of each property and item that several schemas describe. A part that a single schema describes is checked
 * with that schema.
 */
function sharedParts(nodes: readonly Node[]): Node[][] {
  const withProperties = nodes.filter(
    ({ properties, patterns, additional }) => properties.size + patterns.size > 0 || additional,
  );
  const withItems = nodes.filter(({ prefix, rest }) => prefix.length > 0 || rest);
  const hasPatterns = nodes.some(({ patterns }) => patterns.size > 0);
  const names =
    withProperties.length > 1 || hasPatterns
      ? new Set(withProperties.flatMap(({ properties }) => [...properties.keys()]))
      : [];
  const length = Math.max(0, ...withItems.map(({ prefix }) => prefix.length));
  const positions = withItems.length > 1 ? Array.from({ length: length + 1 }, (_, position) => position) : [];
  return [
    ...[...names].map((name) => withProperties.flatMap((node) => propertyNodes(node, name))),
    ...positions.map((position) => withItems.flatMap(({ prefix, rest }) => prefix[position] ?? rest ?? [])),
  ].filter((part) => part.length > 1);
}

/** Returns unions whose branches all contradict the rest, although some branch alone is possible. */
function deadEnds(nodes: readonly Node[]): Clash[] {
  return nodes.flatMap((node) =>
    (["anyOf", "oneOf"] as const)
      .filter((keyword) =>
        node[keyword].some(
          (branches) =>
            branches.some((branch) => isPossible([branch])) &&
            !branches.some((branch) => isPossible([...nodes, branch])),
        ),
      )
      .map((keyword) => ({ detail: "None of its branches fits the rest.", at: { node, keyword } })),
  );
}

function isPossible(nodes: readonly Node[]): boolean {
  const all = conjuncts(nodes);
  return !all.some(({ never }) => never) && findClashes(all).length === 0;
}
