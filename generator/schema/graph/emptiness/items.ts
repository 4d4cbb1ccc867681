/** Finds arrays that require items which they do not allow. */
import { listed } from "../bounds.ts";
import { conjuncts } from "../conjuncts.ts";
import type { Node } from "../node.ts";
import { boundsBy, type Clash, closingKeyword } from "./clash.ts";

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
    prefix.length === 0 && rest ? (listed(conjuncts([rest]))?.length ?? []) : [],
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
