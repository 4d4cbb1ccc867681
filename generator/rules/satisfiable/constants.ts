/** Finds constants that the other keywords refuse. */
import type { SchemaNode } from "../../cases/schema-node.ts";
import type { Fits } from "../../schema/evaluator.ts";
import { isOfType } from "../../schema/keyword-values.ts";
import { type Clash, having, type Keyed, keywordValue } from "./clash.ts";
import { typesLeft } from "./types.ts";

/** An `enum` or `const` of which no value fits the rest. */
export function clashingConstants(nodes: readonly SchemaNode[], fits: Fits): Clash[] {
  const [first, ...others] = [...having(nodes, "const"), ...having(nodes, "enum")];
  if (!first) return [];
  const values = [first.keyword === "enum" ? keywordValue(first) : [keywordValue(first)]].flat(
    1,
  ) as unknown[];
  if (values.some((value) => nodes.every((node) => fits(value, node)))) return [];
  const types = typesLeft(nodes);
  if (types && !values.some((value) => types.some((type) => isOfType(value, type)))) {
    return [
      {
        detail: `No value of it is of type ${types.join(" or ")}.`,
        at: first,
        against: having(nodes, "type")[0]!,
      },
    ];
  }
  const against = others[0] ?? refuser(nodes, values, fits);
  return [{ detail: "No value of it fits the rest.", at: first, ...(against && { against }) }];
}

/** A keyword that refuses all of these values. */
function refuser(nodes: readonly SchemaNode[], values: readonly unknown[], fits: Fits): Keyed | undefined {
  return nodes
    .flatMap((node) => Object.keys(node.schema).map((keyword) => ({ node, keyword })))
    .find(({ node, keyword }) =>
      values.every((value) => !fits(value, { ...node, schema: { [keyword]: node.schema[keyword] } })),
    );
}
