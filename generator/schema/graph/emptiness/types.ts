/** Finds schemas that require different types. */
import { typesOf } from "../bounds.ts";
import type { Node } from "../node.ts";
import type { Clash } from "./clash.ts";

/** Schemas that have no type in common. */
export function clashingTypes(nodes: readonly Node[]): Clash[] {
  if (typesOf(nodes).length > 0) return [];
  const typed = nodes.filter(({ types }) => types);
  for (const [index, node] of typed.entries()) {
    const against = typed.slice(0, index).find((other) => typesOf([other, node]).length === 0);
    if (against)
      return [
        {
          detail: `Nothing is both ${words(against)} and ${words(node)}.`,
          at: { node: against, keyword: "type" },
          against: { node, keyword: "type" },
        },
      ];
  }
  const [first, last] = [typed[0]!, typed.at(-1)!];
  const detail = "Nothing has all of the types that are asked for.";
  return [{ detail, at: { node: first, keyword: "type" }, against: { node: last, keyword: "type" } }];
}

function words({ types = [] }: Node): string {
  return types.join(" or ");
}
