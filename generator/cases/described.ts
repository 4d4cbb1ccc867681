import type { Json } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import { patternOf } from "../patterns/matcher.ts";
import type { Fits } from "../schema/evaluator.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { Resolver, Target } from "../schema/roots.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { below, branches, type Node } from "./node.ts";

/** A part of a value, and a schema that describes it. */
export interface Described {
  readonly node: Node;
  readonly value: Json;
  /** JSON pointer from the whole value to the part. */
  readonly pointer: string;
}

/** Which schemas describe which parts of a value that fits, outermost first; of unions the branches that are meant. */
export function described(value: Json, target: Target, resolve: Resolver, fits: Fits): Described[] {
  const found: Described[] = [];
  visit(value, [target], "");
  return found;

  function visit(part: Json, targets: readonly Target[], pointer: string): void {
    const nodes = withBranches(part, conjunctsOf(targets, resolve));
    for (const node of nodes) found.push({ node, value: part, pointer });
    for (const [step, child] of children(part)) {
      const below = nodes.flatMap((node) => targetsBelow(node, step));
      visit(child, below, `${pointer}/${pointerStep(step)}`);
    }
  }

  function withBranches(part: Json, nodes: readonly Node[]): Node[] {
    const meant = nodes.flatMap((node) =>
      ["oneOf", "anyOf"].flatMap((keyword) => branches(node, keyword).filter((branch) => fits(part, branch))),
    );
    if (meant.length === 0) return [...nodes];
    return [...nodes, ...withBranches(part, conjunctsOf(meant, resolve))];
  }
}

function children(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return [...(value as readonly Json[]).entries()];
  return isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}

function targetsBelow(node: Node, step: string | number): Target[] {
  return typeof step === "number" ? itemTargets(node, step) : propertyTargets(node, step);
}

/** The schemas of an item of an array that `node` describes. */
export function itemTargets(node: Node, index: number): Target[] {
  const prefix = Array.isArray(node.schema.prefixItems) ? node.schema.prefixItems : [];
  if (index < prefix.length) return [below(node, "prefixItems", index)];
  return node.schema.items === undefined ? [] : [below(node, "items")];
}

/** The schemas of a property of an object that `node` describes. */
export function propertyTargets(node: Node, name: string): Target[] {
  const { properties, patternProperties, additionalProperties } = node.schema;
  const own =
    isSchemaObject(properties) && Object.hasOwn(properties, name) ? [below(node, "properties", name)] : [];
  const patterns = Object.keys(isSchemaObject(patternProperties) ? patternProperties : {})
    .filter((pattern) => patternOf(pattern).test(name))
    .map((pattern) => below(node, "patternProperties", pattern));
  const named = [...own, ...patterns];
  return named.length === 0 && isSchemaObject(additionalProperties)
    ? [below(node, "additionalProperties")]
    : named;
}
