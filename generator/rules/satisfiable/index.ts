/** Finds schemas that no value satisfies. */
import { pointerOf } from "@toolwright/runtime/json";
import { conjunctsOf } from "../../cases/conjuncts.ts";
import { branches, isNode, type SchemaNode } from "../../cases/schema-node.ts";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import type { Model } from "../../model/model.ts";
import { evaluatorFor, type Fits } from "../../schema/evaluator.ts";
import { keywords } from "../../schema/keywords.ts";
import { normalisedModel } from "../../schema/normalised-model.ts";
import { type LocatedSchema, type Resolver, resolver } from "../../schema/roots.ts";
import { everySchema, type SpecSchema } from "../rule.ts";
import { crossedBounds } from "./bounds.ts";
import { type Clash, violationOf } from "./clash.ts";
import { clashingConstants } from "./constants.ts";
import { clashingItems, itemsOf } from "./items.ts";
import { clashingProperties, propertiesOf } from "./properties.ts";
import { clashingTypes } from "./types.ts";

/** Parts that several schemas describe together are compared to this depth. */
const maxDepth = 8;

/**
 * Reports schemas that no value satisfies. It compares schemas that apply to one value: a schema, what it refers to and
 * the branches of its `allOf`. It does not find every such schema, but reports no other.
 */
export function unsatisfiable(source: Model): Violation[] {
  const model = normalisedModel(source);
  const resolve = resolver(model);
  const { fits } = evaluatorFor(resolve);
  const violations = new Map<string, Violation>();
  for (const { schema, root, path } of everySchema(model).filter(mayClash)) {
    for (const clash of clashesOf([{ root, pointer: pointerOf(path), schema }], { resolve, fits }, 0)) {
      const violation = violationOf(clash, root);
      const { file, path: place } = violation.at;
      violations.set(JSON.stringify([file, place, violation.detail]), violation);
    }
  }
  return [...violations.values()];
}

/** Whether keywords could contradict each other: most schemas of a spec have only one. */
function mayClash({ schema }: SpecSchema): boolean {
  const asserting = Object.keys(schema).filter((keyword) => keywords[keyword]?.annotation !== true);
  return asserting.length > 1 || ["allOf", "not", "contains"].includes(asserting[0] ?? "");
}

interface Tools {
  readonly resolve: Resolver;
  readonly fits: Fits;
}

function clashesOf(targets: readonly LocatedSchema[], tools: Tools, depth: number): Clash[] {
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
  if (own.length > 0 || depth >= maxDepth) return own;
  // A part with one schema is checked when that schema is.
  const parts = [...propertiesOf(nodes), ...itemsOf(nodes)].filter((part) => part.length > 1);
  return [...parts.flatMap((part) => clashesOf(part, tools, depth + 1)), ...deadEnds(nodes, tools, depth)];
}

function impossibleNot(nodes: readonly SchemaNode[]): Clash[] {
  return nodes
    .filter(
      ({ schema: { not } }) => not === true || (not !== undefined && Object.keys(not as object).length === 0),
    )
    .map((node) => ({ detail: "Everything fits it, so nothing is left.", at: { node, keyword: "not" } }));
}

/** Unions whose branches all contradict the rest, if not all of them contradict themselves. */
function deadEnds(nodes: readonly SchemaNode[], tools: Tools, depth: number): Clash[] {
  const combinators = nodes.flatMap((node) =>
    ["anyOf", "oneOf"].map((keyword) => ({ node, keyword, list: branches(node, keyword) })),
  );
  return combinators
    .filter(
      ({ list }) =>
        list.some((branch) => isPossible([branch])) && !list.some((branch) => isPossible([...nodes, branch])),
    )
    .map(({ node, keyword }) => ({ detail: "None of its branches fits the rest.", at: { node, keyword } }));

  function isPossible(targets: readonly LocatedSchema[]): boolean {
    return (
      targets.every((target) => target.schema !== false) &&
      clashesOf(targets.filter(isNode), tools, depth + maxDepth).length === 0
    );
  }
}
