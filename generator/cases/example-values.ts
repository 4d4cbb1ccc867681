/** Collects values from the examples of a spec for use in cases. */

import type { Json } from "@toolwright/conformance/cases";
import { isSchemaObject, type LocatedSchema, printAddress, rootNode } from "@toolwright/json-schema";
import type { Fits } from "@toolwright/json-schema/evaluation";
import type { Graph, Node } from "@toolwright/json-schema/graph";
import {
  type ExampleValues,
  itemTargets,
  listConjuncts,
  propertyTargets,
  unionBranches,
} from "@toolwright/json-schema/sampling";
import { pointerStep } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Tool } from "../model/operation.ts";

/** Longer values, in characters of JSON, would be repeated in every case. */
const maxJsonLength = 400;

/**
 * Collects the values of the examples, shortest first. A server understands them better than generated ones. Those of calls that are refused
 * count where no other example has a value, and never as a whole.
 */
export function findExampleValues(model: Model, graph: Graph, fits: Fits): ExampleValues {
  const samples = model.tools.flatMap(listExamples).filter(({ value, target }) => fits(value, target));
  const describe = ({ value, target }: Sample) => describingSchemas(value, graph(target), fits);
  const accepted = collectValues(samples.filter(({ isRefused }) => !isRefused).flatMap(describe));
  const refused = samples
    .filter(({ isRefused }) => isRefused)
    .flatMap((sample) => [...Map.groupBy(describe(sample), ({ pointer }) => pointer)])
    .filter(
      ([pointer, parts]) => pointer !== "" && !parts.some(({ node }) => accepted.has(printAddress(node))),
    )
    .flatMap(([, parts]) => parts);
  return new Map(
    [...accepted, ...collectValues(refused)].map(([address, values]) => [address, shortestFirst(values)]),
  );
}

/** Collects the values by the addresses of the schemas that describe them. */
function collectValues(parts: readonly DescribedPart[]): Map<string, Map<string, Json>> {
  const valuesByAddress = new Map<string, Map<string, Json>>();
  // Several schemas describe a part, one after the other.
  let last: { readonly value: Json; readonly text: string } | undefined;
  for (const { node, value } of parts) {
    if (last === undefined || last.value !== value) last = { value, text: JSON.stringify(value) };
    if (last.text.length > maxJsonLength) continue;
    const address = printAddress(node);
    const values = valuesByAddress.get(address) ?? new Map<string, Json>();
    valuesByAddress.set(address, values.set(last.text, value));
  }
  return valuesByAddress;
}

function shortestFirst(values: ReadonlyMap<string, Json>): Json[] {
  return [...values].sort(([a], [b]) => a.length - b.length || (a < b ? -1 : 1)).map(([, value]) => value);
}

interface Sample {
  readonly value: Json;
  readonly target: LocatedSchema;
  /** Whether these are the arguments of a call that is refused. */
  readonly isRefused: boolean;
}

function listExamples(tool: Tool): Sample[] {
  return tool.examples.flatMap(({ input, output, failure }) => [
    { value: input as Json, target: rootNode(tool.input), isRefused: failure !== undefined },
    ...(output !== undefined && tool.output
      ? [{ value: output as Json, target: rootNode(tool.output), isRefused: false }]
      : []),
  ]);
}

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
    const nodes = withBranches(part, listConjuncts(targets));
    for (const node of nodes) parts.push({ node, value: part, pointer });
    for (const [step, child] of children(part)) {
      const below = typeof step === "number" ? itemTargets(nodes, step) : propertyTargets(nodes, step);
      visit(child, below, `${pointer}/${pointerStep(step)}`);
    }
  }

  function withBranches(part: Json, nodes: readonly Node[]): Node[] {
    const fitting = nodes.flatMap(unionBranches).filter((branch) => fits(part, branch));
    if (fitting.length === 0) return [...nodes];
    return [...nodes, ...withBranches(part, listConjuncts(fitting))];
  }
}

function children(value: Json): [string | number, Json][] {
  if (Array.isArray(value)) return [...(value as readonly Json[]).entries()];
  return isSchemaObject(value) ? (Object.entries(value) as [string, Json][]) : [];
}
