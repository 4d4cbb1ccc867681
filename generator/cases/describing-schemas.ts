/** Finds which schemas describe which part of a value. */
import type { Json } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import type { Fits } from "../schema/evaluator.ts";
import type { Node } from "../schema/graph/node.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import { conjunctsOf, itemTargets, propertyTargets, unionBranches } from "./conjuncts.ts";

/** A part of a value, and a schema that describes it. */
export interface DescribedPart {
  readonly node: Node;
  readonly value: Json;
  /** JSON pointer from the whole value to the part. */
  readonly pointer: string;
}

/** Lists the schemas that describe each part of a fitting value, outermost first; of unions the branches that fit. */
export function describingSchemas(value: Json, target: Node, fits: Fits): DescribedPart[] {
  const parts: DescribedPart[] = [];
  visit(value, [target], "");
  return parts;

  function visit(part: Json, targets: readonly Node[], pointer: string): void {
    const nodes = withBranches(part, conjunctsOf(targets));
    for (const node of nodes) parts.push({ node, value: part, pointer });
    for (const [step, child] of children(part)) {
      const below = nodes.flatMap((node) =>
        typeof step === "number" ? itemTargets(node, step) : propertyTargets(node, step),
      );
      visit(child, below, `${pointer}/${pointerStep(step)}`);
    }
  }

  function withBranches(part: Json, nodes: readonly Node[]): Node[] {
    const fitting = nodes.flatMap(unionBranches).filter((branch) => fits(part, branch));
    if (fitting.length === 0) return [...nodes];
    return [...nodes, ...withBranches(part, conjunctsOf(fitting))];
  }
}

function children(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return [...(value as readonly Json[]).entries()];
  return isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}
