import { pointerOf } from "@toolwright/runtime/json";
import { conjunctsOf } from "../../cases/conjuncts.ts";
import { branches, isNode, type Node } from "../../cases/schema-node.ts";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { evaluatorFor, type Fits } from "../../schema/evaluator.ts";
import { keywords } from "../../schema/keywords.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { type Resolver, resolver, type Target } from "../../schema/roots.ts";
import { everySchema, type SpecSchema } from "../rule.ts";
import { crossedBounds } from "./bounds.ts";
import { type Clash, violationOf } from "./clash.ts";
import { clashingConstants } from "./constants.ts";
import { clashingItems, itemsOf } from "./items.ts";
import { clashingProperties, propertiesOf } from "./properties.ts";
import { clashingTypes } from "./types.ts";

/** Deeper than this nothing is looked into that several schemas describe together. */
const deepest = 8;

/**
 * What no value can satisfy, found by looking at schemas that hold for one value together: a schema, what it refers to
 * and what its `allOf` lists. It does not find everything; what it finds is so.
 */
export function unsatisfiable(source: Model): Violation[] {
  const model = normalisedModel(source);
  const resolve = resolver(model);
  const { fits } = evaluatorFor(resolve);
  const found = new Map<string, Violation>();
  for (const { schema, root, path } of everySchema(model).filter(mayClash)) {
    for (const clash of clashesOf([{ root, pointer: pointerOf(path), schema }], { resolve, fits }, 0)) {
      const violation = violationOf(clash, root);
      const { file, path: place } = violation.at;
      found.set(JSON.stringify([file, place, violation.detail]), violation);
    }
  }
  return [...found.values()];
}

/** Whether there is something that could be contradicted: most schemas of a spec say one thing only. */
function mayClash({ schema }: SpecSchema): boolean {
  const said = Object.keys(schema).filter((keyword) => keywords[keyword]?.annotation !== true);
  return said.length > 1 || ["allOf", "not", "contains"].includes(said[0] ?? "");
}

interface Tools {
  readonly resolve: Resolver;
  readonly fits: Fits;
}

function clashesOf(targets: readonly Target[], tools: Tools, depth: number): Clash[] {
  const nodes = conjunctsOf(targets, tools.resolve);
  const types = clashingTypes(nodes);
  if (types.length > 0) return types;
  const own = [
    ...crossedBounds(nodes),
    ...clashingConstants(nodes, tools.fits),
    ...clashingProperties(nodes),
    ...clashingItems(nodes),
    ...impossibleNot(nodes),
  ];
  if (own.length > 0 || depth >= deepest) return own;
  // A part that one schema alone describes is looked at by itself.
  const parts = [...propertiesOf(nodes), ...itemsOf(nodes)].filter((part) => part.length > 1);
  return [...parts.flatMap((part) => clashesOf(part, tools, depth + 1)), ...deadEnds(nodes, tools, depth)];
}

function impossibleNot(nodes: readonly Node[]): Clash[] {
  return nodes
    .filter(
      ({ schema: { not } }) => not === true || (not !== undefined && Object.keys(not as object).length === 0),
    )
    .map((node) => ({ detail: "Everything fits it, so nothing is left.", at: { node, keyword: "not" } }));
}

/** Combinators of which every branch contradicts the rest, though not every branch contradicts itself. */
function deadEnds(nodes: readonly Node[], tools: Tools, depth: number): Clash[] {
  const combinators = nodes.flatMap((node) =>
    ["anyOf", "oneOf"].map((keyword) => ({ node, keyword, list: branches(node, keyword) })),
  );
  return combinators
    .filter(
      ({ list }) =>
        list.some((branch) => isPossible([branch])) && !list.some((branch) => isPossible([...nodes, branch])),
    )
    .map(({ node, keyword }) => ({ detail: "None of its branches fits the rest.", at: { node, keyword } }));

  function isPossible(targets: readonly Target[]): boolean {
    return (
      targets.every((target) => target.schema !== false) &&
      clashesOf(targets.filter(isNode), tools, depth + deepest).length === 0
    );
  }
}
