/** Finds lists of values that the other keywords refuse. */
import { isOfType } from "../../keyword-values.ts";
import { listTypes } from "../bounds.ts";
import { makeGraph } from "../document.ts";
import { judge } from "../judge.ts";
import type { Node } from "../node.ts";
import type { Clash, Keyed } from "./clash.ts";

/** Finds an `enum` or `const` whose values all contradict the rest. */
export function clashingValues(nodes: readonly Node[]): Clash[] {
  const lists = findLists(nodes);
  const [first, ...others] = [...lists].sort(
    (a, b) => Number(a.keyword === "enum") - Number(b.keyword === "enum"),
  );
  if (!first) return [];
  const { values } = first;
  if (values.some((value) => nodes.every((node) => judge(node, value) !== false))) return [];
  const types = listTypes(nodes);
  const typed = nodes.find((node) => node.types);
  if (typed && !values.some((value) => types.some((type) => isOfType(value, type)))) {
    const detail = `No value of it is of type ${types.join(" or ")}.`;
    return [{ detail, at: first, against: { node: typed, keyword: "type" } }];
  }
  const against = others[0] ?? refuser(nodes, values);
  return [{ detail: "No value of it fits the rest.", at: first, ...(against && { against }) }];
}

/** The lists of values that schemas allow. */
function findLists(nodes: readonly Node[]): (Keyed & { readonly values: readonly unknown[] })[] {
  return nodes.flatMap((node) =>
    node.enums.map((values, index) => ({ node, keyword: findKeyword(node, index), values })),
  );
}

/** In `enums`, the value of `const` comes before the values of `enum`. */
function findKeyword({ enums, schema }: Node, index: number): string {
  const hasConstant = typeof schema === "object" && Object.hasOwn(schema, "const");
  return index === 0 && hasConstant && enums.length > 0 ? "const" : "enum";
}

/** Finds a keyword that rejects all of these values. */
function refuser(nodes: readonly Node[], values: readonly unknown[]): Keyed | undefined {
  return nodes
    .flatMap((node) => Object.entries(node.schema).map(([keyword, value]) => ({ node, keyword, value })))
    .find(({ keyword, value }) => {
      const alone = makeGraph({ [keyword]: value });
      return values.every((each) => judge(alone, each) === false);
    });
}

/** Schemas that have no type in common. */
export function clashingTypes(nodes: readonly Node[]): Clash[] {
  if (listTypes(nodes).length > 0) return [];
  const typed = nodes.filter(({ types }) => types);
  for (const [index, node] of typed.entries()) {
    const against = typed.slice(0, index).find((other) => listTypes([other, node]).length === 0);
    if (against) return [makeClash(`Nothing is both ${words(against)} and ${words(node)}.`, against, node)];
  }
  return [makeClash("Nothing has all of the types that are asked for.", typed[0]!, typed.at(-1)!)];
}

function makeClash(detail: string, first: Node, last: Node): Clash {
  return { detail, at: { node: first, keyword: "type" }, against: { node: last, keyword: "type" } };
}

function words({ types = [] }: Node): string {
  return types.join(" or ");
}
