/** Finds which schemas describe which part of a value. */
import type { Json } from "@toolwright/conformance/cases";
import { pointerStep } from "@toolwright/runtime/json";
import { patternOf } from "../patterns/matcher.ts";
import type { Fits } from "../schema/evaluator.ts";
import { isSchemaObject } from "../schema/keywords.ts";
import type { LocatedSchema, Resolver } from "../schema/roots.ts";
import { conjunctsOf } from "./conjuncts.ts";
import { below, branches, type SchemaNode } from "./schema-node.ts";

/** A part of a value, and a schema that describes it. */
export interface DescribedPart {
  readonly node: SchemaNode;
  readonly value: Json;
  /** JSON pointer from the whole value to the part. */
  readonly pointer: string;
}

/** Lists the schemas that describe each part of a fitting value, outermost first; of unions the branches that fit. */
export function describingSchemas(
  value: Json,
  target: LocatedSchema,
  resolve: Resolver,
  fits: Fits,
): DescribedPart[] {
  const parts: DescribedPart[] = [];
  visit(value, [target], "");
  return parts;

  function visit(part: Json, targets: readonly LocatedSchema[], pointer: string): void {
    const nodes = withBranches(part, conjunctsOf(targets, resolve));
    for (const node of nodes) parts.push({ node, value: part, pointer });
    for (const [step, child] of children(part)) {
      const below = nodes.flatMap((node) => targetsBelow(node, step));
      visit(child, below, `${pointer}/${pointerStep(step)}`);
    }
  }

  function withBranches(part: Json, nodes: readonly SchemaNode[]): SchemaNode[] {
    const fitting = nodes.flatMap((node) =>
      ["oneOf", "anyOf"].flatMap((keyword) => branches(node, keyword).filter((branch) => fits(part, branch))),
    );
    if (fitting.length === 0) return [...nodes];
    return [...nodes, ...withBranches(part, conjunctsOf(fitting, resolve))];
  }
}

function children(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return [...(value as readonly Json[]).entries()];
  return isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}

function targetsBelow(node: SchemaNode, step: string | number): LocatedSchema[] {
  return typeof step === "number" ? itemTargets(node, step) : propertyTargets(node, step);
}

/** The schemas of an item of an array that `node` describes. */
export function itemTargets(node: SchemaNode, index: number): LocatedSchema[] {
  const prefix = Array.isArray(node.schema.prefixItems) ? node.schema.prefixItems : [];
  if (index < prefix.length) return [below(node, "prefixItems", index)];
  return node.schema.items === undefined ? [] : [below(node, "items")];
}

/** The schemas of a property of an object that `node` describes. */
export function propertyTargets(node: SchemaNode, name: string): LocatedSchema[] {
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
