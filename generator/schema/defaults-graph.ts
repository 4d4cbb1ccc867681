/** Makes the graph of defaults that the runtime applies to arguments. */
import { type LocatedSchema, type Resolver, readChoice } from "@toolwright/json-schema";
import { graphFor, type Node } from "@toolwright/json-schema/graph";
import type { DefaultsNode } from "@toolwright/runtime";
import { findDefault } from "./defaults.ts";
import { keptNodes, type NumberOf } from "./relevant-nodes.ts";

/** The defaults below a schema as a graph that the runtime reads (`withDefaults`); empty where there are none. */
export function makeDefaultsGraph(target: LocatedSchema, resolve: Resolver): DefaultsNode[] {
  const write = (node: Node, numberOf: NumberOf<Node>) => writeNode(node, resolve, numberOf);
  return keptNodes(graphFor(resolve)(target), write, ({ defaults }) => defaults !== undefined);
}

/** The numbers are asked for in the order of the keys. */
function writeNode(node: Node, resolve: Resolver, numberOf: NumberOf<Node>): DefaultsNode {
  const defaults = [...node.properties].flatMap(([name, { schema, root }]) => {
    const fallback = findDefault(schema, root, resolve);
    return fallback ? [[name, fallback.value] as const] : [];
  });
  const allOf = node.allOf.flatMap((part) => numberOf(part) ?? []);
  const choice = readChoice(node, resolve);
  const branches = choice
    ? numberEntries(
        node.oneOf.flat().flatMap((branch) => choice.valuesOf(branch).map((tag) => [tag, branch] as const)),
        numberOf,
      )
    : [];
  const properties = numberEntries(node.properties, numberOf);
  const patternProperties = numberEntries(node.patterns, numberOf);
  const others = numberOf(node.additional);
  const prefixItems = node.prefix.map((item) => numberOf(item) ?? null);
  const items = numberOf(node.rest);
  return {
    ...(defaults.length > 0 && { defaults: Object.fromEntries(defaults) }),
    ...(allOf.length > 0 && { allOf }),
    ...(choice &&
      branches.length > 0 && {
        discriminator: { property: choice.property, branches: Object.fromEntries(branches) },
      }),
    ...(properties.length > 0 && { properties: Object.fromEntries(properties) }),
    ...(patternProperties.length > 0 && { patternProperties }),
    ...(others !== undefined && {
      additionalProperties: {
        node: others,
        named: [...node.properties.keys()],
        namePatterns: [...node.patterns.keys()],
      },
    }),
    ...(prefixItems.some((index) => index !== null) && { prefixItems }),
    ...(items !== undefined && { items }),
  };
}

/** Returns the entries whose nodes have a number. */
function numberEntries(
  entries: Iterable<readonly [name: string, node: Node]>,
  numberOf: NumberOf<Node>,
): (readonly [string, number])[] {
  return [...entries].flatMap(([name, node]) => {
    const number = numberOf(node);
    return number === undefined ? [] : [[name, number] as const];
  });
}
