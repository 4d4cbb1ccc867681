/** Finds arrays that require items which they do not allow. */
import { below, type SchemaNode } from "../../cases/schema-node.ts";
import type { LocatedSchema } from "../../schema/roots.ts";
import { type Clash, having, keywordValue, numberOf } from "./clash.ts";

/** Items that are required and not allowed. */
export function clashingItems(nodes: readonly SchemaNode[]): Clash[] {
  return [...beyondTuple(nodes), ...nothingContained(nodes), ...tooFewValues(nodes)];
}

/** The schemas of each item: those of `prefixItems` one by one, all others together. */
export function itemsOf(nodes: readonly SchemaNode[]): LocatedSchema[][] {
  const length = Math.max(0, ...nodes.map((node) => prefixOf(node).length));
  return Array.from({ length: length + 1 }, (_, position) =>
    nodes.flatMap((node) => schemaAt(node, position)),
  );
}

function beyondTuple(nodes: readonly SchemaNode[]): Clash[] {
  const closed = having(nodes, "items").filter((keyed) => keywordValue(keyed) === false);
  return closed.flatMap((against) => {
    const length = prefixOf(against.node).length;
    return ["minItems", "minContains"]
      .flatMap((keyword) => having(nodes, keyword))
      .filter((keyed) => numberOf(keyed) > length)
      .map((at) => ({
        detail: `At least ${numberOf(at)} items are asked for, and only ${length} allowed.`,
        at,
        against,
      }));
  });
}

function nothingContained(nodes: readonly SchemaNode[]): Clash[] {
  return having(nodes, "contains")
    .filter((keyed) => keywordValue(keyed) === false && Number(keyed.node.schema.minContains ?? 1) > 0)
    .map((at) => ({ detail: "No item fits it, but one has to.", at }));
}

/** All items differ, and there are fewer values than items. */
function tooFewValues(nodes: readonly SchemaNode[]): Clash[] {
  const unique = having(nodes, "uniqueItems").find((keyed) => keywordValue(keyed) === true);
  const listed = having(nodes, "items").find(
    ({ node }) => prefixOf(node).length === 0 && valuesOf(node) !== undefined,
  );
  if (!unique || !listed) return [];
  const count = valuesOf(listed.node)!;
  return having(nodes, "minItems")
    .filter((keyed) => numberOf(keyed) > count)
    .map((at) => ({
      detail: `At least ${numberOf(at)} different items are asked for, and there are ${count} values.`,
      at,
      against: unique,
    }));
}

/** How many values `items` allows, where it lists them. */
function valuesOf({ schema: { items } }: SchemaNode): number | undefined {
  const values = (items as { enum?: unknown; type?: unknown }).enum;
  if (Array.isArray(values)) return values.length;
  return (items as { type?: unknown }).type === "boolean" ? 2 : undefined;
}

function schemaAt(node: SchemaNode, position: number): LocatedSchema[] {
  if (position < prefixOf(node).length) return [below(node, "prefixItems", position)];
  return node.schema.items === undefined ? [] : [below(node, "items")];
}

function prefixOf({ schema: { prefixItems } }: SchemaNode): readonly unknown[] {
  return Array.isArray(prefixItems) ? prefixItems : [];
}
