/** Finds the properties of an output that need a scope. */

import { compareText } from "@toolwright/check/report";
import {
  closure,
  define,
  listInPlace,
  memoize,
  type Resolver,
  rootNode,
  rootsBelow,
  type SchemaRoot,
  walk,
} from "@toolwright/json-schema";
import { graphFor, type Node, nodeId, propertyNodes } from "@toolwright/json-schema/graph";
import type { RedactionNode } from "@toolwright/runtime";
import { keptNodes, type NumberOf } from "./relevant-nodes.ts";

/**
 * The redaction graph of an output, which the runtime reads: which properties need which scopes, at any depth. A property that
 * needs a scope in one branch of a combinator needs it in all, so that never too much is shown.
 */
export function makeRedaction(output: SchemaRoot, resolve: Resolver): readonly RedactionNode[] {
  return redactions(resolve)(output);
}

/** Most outputs have no property with scopes. This is checked first, without following each property. */
const redactions = memoize((resolve: Resolver) =>
  memoize((output: SchemaRoot) =>
    rootsBelow(output, resolve).some(namesScopes) ? buildGraph(output, resolve) : [],
  ),
);

/** Whether a schema somewhere in the root needs a scope. */
export const namesScopes = memoize((root: SchemaRoot): boolean => {
  let found = false;
  walk(root.schema, (schema) => {
    found ||= "x-requires-scope" in schema;
  });
  return found;
});

/** Schemas that describe one value, with all schemas for the same value. */
interface Part {
  readonly all: readonly Node[];
}

function buildGraph(output: SchemaRoot, resolve: Resolver): RedactionNode[] {
  const parts = new Map<string, Part>();
  const findPart = (nodes: readonly Node[]): Part | undefined => {
    const all = inPlaceClosure(nodes);
    const key = all.map(nodeId).sort().join(",");
    const part = parts.get(key) ?? { all };
    parts.set(key, part);
    return all.length > 0 ? part : undefined;
  };
  const first = findPart([graphFor(resolve)(rootNode(output))]);
  const write = ({ all }: Part, numberOf: NumberOf<Part>) =>
    writeNode(all, (nodes) => nodes && numberOf(findPart(nodes)));
  return first ? keptNodes(first, write, ({ remove }) => remove !== undefined) : [];
}

/** The numbers are asked for in the order of the keys. */
function writeNode(all: readonly Node[], numberOf: NumberOf<readonly Node[]>): RedactionNode {
  const names = new Set(all.flatMap((node) => [...node.properties.keys()]));
  const [remove, properties]: [Record<string, string[]>, Record<string, number | null>] = [{}, {}];
  const numbers = [...names].sort(compareText).map((name) => {
    const found = all.flatMap((node) => [
      ...propertyNodes(node, name),
      ...listUnevaluated(node, "Properties"),
    ]);
    const scopes = found.flatMap(({ scope }) => scope ?? []);
    if (scopes.length > 0) define(remove, name, [...new Set(scopes)].sort(compareText));
    return [name, numberOf(found)] as const;
  });
  const additionalProperties = numberOf(all.flatMap(listOthers));
  // `null` keeps the node of `additionalProperties` away from a named property.
  for (const [name, number] of numbers)
    if (number !== undefined || additionalProperties !== undefined) define(properties, name, number ?? null);
  const length = Math.max(0, ...all.map(({ prefix }) => prefix.length));
  const itemAt = (position: number) => numberOf(all.flatMap((node) => listItems(node, position)));
  const prefixItems = Array.from({ length }, (_, position) => itemAt(position) ?? null);
  const items = itemAt(length);
  return {
    ...(Object.keys(remove).length > 0 && { remove }),
    ...(Object.keys(properties).length > 0 && { properties }),
    ...(additionalProperties !== undefined && { additionalProperties }),
    ...(prefixItems.some((child) => child !== null) && { prefixItems }),
    ...(items !== undefined && { items }),
  };
}

/** Returns one schema's children for properties that no schema lists in `properties`. */
function listOthers(node: Node): Node[] {
  const { patterns, additional } = node;
  return [...patterns.values(), ...(additional ? [additional] : []), ...listUnevaluated(node, "Properties")];
}

/** Returns one schema's children for the item at a position; `contains` may apply to any item. */
function listItems(node: Node, position: number): Node[] {
  const own = node.prefix[position] ?? node.rest;
  return [own, node.contains, ...listUnevaluated(node, "Items")].flatMap((child) => child ?? []);
}

function listUnevaluated({ opaque }: Node, what: "Properties" | "Items"): Node[] {
  const child = opaque.get(`unevaluated${what}`);
  return child === undefined || typeof child === "string" ? [] : [child];
}

/** Returns these schemas with all schemas for the same value: targets of references and branches of combinators. */
function inPlaceClosure(nodes: readonly Node[]): Node[] {
  return closure(nodes, (node) => listInPlace({ ...node, not: [] })).filter(({ schema }) => schema !== false);
}
