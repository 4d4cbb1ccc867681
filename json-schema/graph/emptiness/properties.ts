/** Finds objects that require properties which they do not allow. */
import { listValues } from "../bounds.ts";
import { conjuncts, type Node, propertyNodes } from "../node.ts";
import { boundsBy, type Clash, closingKeyword, type Keyed } from "./clash.ts";

/** Returns contradictions about properties: required but not allowed, more required than allowed, or too few allowed. */
export function clashingProperties(nodes: readonly Node[]): Clash[] {
  const required = listRequired(nodes);
  return [...forbidden(nodes, required), ...tooMany(nodes, required), ...tooFew(nodes)].map((clash) => ({
    ...clash,
    on: "object",
  }));
}

/** Required property -> the first keyword that requires it. */
type Required = ReadonlyMap<string, Keyed>;

function listRequired(nodes: readonly Node[]): Required {
  const found = new Map<string, Keyed>();
  for (const node of nodes)
    for (const name of node.required) if (!found.has(name)) found.set(name, { node, keyword: "required" });
  return found;
}

function forbidden(nodes: readonly Node[], required: Required): Clash[] {
  return [...required].flatMap(([name, at]): Clash | [] => {
    const against = findRefusal(nodes, name);
    if (!against) return [];
    const others = nodes
      .flatMap(({ properties }) => [...properties.keys()])
      .filter((other) => other !== name);
    const misspelled = against.keyword === "additionalProperties" ? { name, others } : undefined;
    return { detail: `${JSON.stringify(name)} is required, but not allowed.`, at, against, misspelled };
  });
}

function tooMany(nodes: readonly Node[], required: Required): Clash[] {
  const last = [...required.values()].at(-1);
  return boundsBy(nodes, "maxProperties")
    .filter(({ value }) => value < required.size)
    .map((against) => {
      const detail = `${required.size} properties are required, and at most ${against.value} allowed.`;
      return { detail, at: last ?? against, against };
    });
}

function tooFew(nodes: readonly Node[]): Clash[] {
  const closed = nodes.find(({ additional, patterns }) => additional?.never && patterns.size === 0);
  if (!closed) return [];
  const count = closed.properties.size;
  return boundsBy(nodes, "minProperties")
    .filter(({ value }) => value > count)
    .map((at) => ({
      detail: `At least ${at.value} properties are asked for, and only ${count} allowed.`,
      at,
      against: { node: closed, keyword: closingKeyword(closed, "Properties") },
    }));
}

/** The first keyword that refuses a property. */
function findRefusal(nodes: readonly Node[], name: string): Keyed | undefined {
  for (const node of nodes) {
    if (node.properties.get(name)?.never) return { node, keyword: "properties", entry: name };
    if (propertyNodes(node, name).some((child) => child.never && child === node.additional))
      return { node, keyword: closingKeyword(node, "Properties") };
  }
  return undefined;
}

/** Items that are required and not allowed. */
export function clashingItems(nodes: readonly Node[]): Clash[] {
  return [...beyondTuple(nodes), ...nothingContained(nodes), ...tooFewValues(nodes)].map((clash) => ({
    ...clash,
    on: "array",
  }));
}

function beyondTuple(nodes: readonly Node[]): Clash[] {
  return nodes
    .filter(({ rest }) => rest?.never)
    .flatMap((node) =>
      ["minItems", "minContains"]
        .flatMap((keyword) => boundsBy(nodes, keyword))
        .filter(({ value }) => value > node.prefix.length)
        .map((at) => ({
          detail: `At least ${at.value} items are asked for, and only ${node.prefix.length} allowed.`,
          at,
          against: { node, keyword: closingKeyword(node, "Items") },
        })),
    );
}

function nothingContained(nodes: readonly Node[]): Clash[] {
  return nodes
    .filter(({ contains, numbers }) => contains?.never && (numbers.minContains ?? 1) > 0)
    .map((node) => ({
      detail: "No item fits it, but one has to.",
      at: { node, keyword: "contains" },
    }));
}

/** All items differ, and there are fewer values than items. */
function tooFewValues(nodes: readonly Node[]): Clash[] {
  const unique = nodes.find((node) => node.unique);
  const needed = unique ? boundsBy(nodes, "minItems") : [];
  if (!unique || needed.every(({ value }) => value < 2)) return [];
  const counts = nodes.flatMap(({ prefix, rest }) =>
    prefix.length === 0 && rest ? (listValues(conjuncts([rest]))?.length ?? []) : [],
  );
  const count = Math.min(...counts);
  return needed
    .filter(({ value }) => value > count)
    .map((at) => ({
      detail: `At least ${at.value} different items are asked for, and there are ${count} values.`,
      at,
      against: { node: unique, keyword: "uniqueItems" },
    }));
}
