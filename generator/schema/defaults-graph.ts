/** Makes the graph of defaults that the runtime applies to arguments. */
import type { DefaultsNode } from "@toolwright/runtime";
import { define } from "../parse/json-data.ts";
import { fillsBelow, findDefault } from "./defaults.ts";
import { readChoice } from "./discriminator.ts";
import { graphFor } from "./graph/graph.ts";
import type { Node } from "./graph/node.ts";
import { keptNodes, type NewNumber } from "./kept-nodes.ts";
import type { LocatedSchema, Resolver } from "./roots.ts";

type Draft = { -readonly [Key in keyof DefaultsNode]: DefaultsNode[Key] | undefined };

/** The defaults below a schema as a graph that the runtime reads (`withDefaults`); empty where there are none. */
export function makeDefaultsGraph(target: LocatedSchema, resolve: Resolver): DefaultsNode[] {
  if (!fillsBelow(target.schema, target.root, resolve)) return [];
  const drafts: Draft[] = [];
  const indexes = new Map<Node, number>();

  function numberFor(node: Node | undefined): number | undefined {
    if (!node || typeof node.schema === "boolean") return undefined;
    const existing = indexes.get(node);
    if (existing !== undefined) return existing;
    const draft: Draft = {};
    const index = drafts.push(draft) - 1;
    indexes.set(node, index);
    draft.allOf = node.allOf.map(numberFor).filter((number) => number !== undefined);
    draft.discriminator = listBranches(node);
    fillProperties(draft, node);
    if (node.prefix.length > 0) draft.prefixItems = node.prefix.map((item) => numberFor(item) ?? null);
    draft.items = numberFor(node.rest);
    return index;
  }

  /** The branches of a union that a property tells apart, by the values of the property. */
  function listBranches(node: Node): Draft["discriminator"] {
    const choice = readChoice(node, resolve);
    if (!choice) return undefined;
    const branches: Record<string, number> = {};
    for (const branch of node.oneOf.flat()) {
      const number = numberFor(branch);
      if (number !== undefined) for (const tag of choice.valuesOf(branch)) define(branches, tag, number);
    }
    return { property: choice.property, branches };
  }

  function fillProperties(draft: Draft, node: Node): void {
    const [defaults, properties]: [Record<string, unknown>, Record<string, number>] = [{}, {}];
    for (const [name, child] of node.properties) {
      const fallback = findDefault(child.schema, child.root, resolve);
      if (fallback) define(defaults, name, fallback.value);
      const number = numberFor(child);
      if (number !== undefined) define(properties, name, number);
    }
    draft.defaults = defaults;
    draft.properties = properties;
    draft.patternProperties = [...node.patterns].flatMap(([pattern, child]) => {
      const number = numberFor(child);
      return number === undefined ? [] : [[pattern, number] as const];
    });
    const others = numberFor(node.additional);
    if (others !== undefined)
      draft.additionalProperties = {
        node: others,
        named: [...node.properties.keys()],
        namePatterns: [...node.patterns.keys()],
      };
  }

  numberFor(graphFor(resolve)(target));
  return keptNodes(drafts, ({ defaults = {} }) => Object.keys(defaults).length > 0, renumbered);
}

function renumbered(draft: Draft, numberOf: NewNumber): DefaultsNode {
  const { defaults = {}, discriminator, additionalProperties } = draft;
  const allOf = (draft.allOf ?? []).map(numberOf).filter((index) => index !== undefined);
  const branches = mapped(discriminator?.branches, numberOf);
  const properties = mapped(draft.properties, numberOf);
  const patternProperties = (draft.patternProperties ?? []).flatMap(([pattern, index]) => {
    const number = numberOf(index);
    return number === undefined ? [] : [[pattern, number] as const];
  });
  const prefixItems = (draft.prefixItems ?? []).map((index) => numberOf(index) ?? null);
  const [others, items] = [numberOf(additionalProperties?.node), numberOf(draft.items)];
  return {
    ...(Object.keys(defaults).length > 0 && { defaults }),
    ...(allOf.length > 0 && { allOf }),
    ...(discriminator && branches && { discriminator: { property: discriminator.property, branches } }),
    ...(properties && { properties }),
    ...(patternProperties.length > 0 && { patternProperties }),
    ...(additionalProperties &&
      others !== undefined && { additionalProperties: { ...additionalProperties, node: others } }),
    ...(prefixItems.some((index) => index !== null) && { prefixItems }),
    ...(items !== undefined && { items }),
  };
}

/** The entries whose nodes were kept, renumbered; `undefined` where none was. */
function mapped(
  map: Readonly<Record<string, number>> | undefined,
  numberOf: NewNumber,
): Record<string, number> | undefined {
  const copy: Record<string, number> = {};
  for (const [name, index] of Object.entries(map ?? {})) {
    const number = numberOf(index);
    if (number !== undefined) define(copy, name, number);
  }
  return Object.keys(copy).length > 0 ? copy : undefined;
}
