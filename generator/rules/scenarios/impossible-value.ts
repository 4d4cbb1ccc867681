/** Finds comparisons in scenarios with a value that the field never has. */
import type { Expression, Operand } from "@toolwright/conformance/cases";
import type { Violation } from "../../diagnostics/diagnostic.ts";
import { didYouMean } from "../../diagnostics/suggest.ts";
import { inPlace } from "../../schema/graph/value-at.ts";
import type { LocatedSchema, Resolver } from "../../schema/roots.ts";
import type { Comparison } from "./expression-uses.ts";

/** The schemas of what an expression refers to; `undefined` where nothing is known. */
export type SchemasOf = (expression: Expression) => LocatedSchema[] | undefined;

/** What is wrong with a comparison for equality whose text is none of the values that the schema lists. */
export function impossibleValue(
  { operator, left, right }: Comparison,
  schemasOf: SchemasOf,
  resolve: Resolver,
): Pick<Violation, "detail" | "hint"> | undefined {
  if (operator !== "==" && operator !== "!=") return undefined;
  const [field, value] = left.kind === "expression" ? [left, right] : [right, left];
  if (field.kind !== "expression" || value.kind !== "literal" || typeof value.value !== "string")
    return undefined;
  const listed = listedTexts(field, schemasOf, resolve);
  // Comparisons of texts ignore case, as Arazzo requires.
  const wanted = value.value.toLowerCase();
  if (listed === undefined || listed.some((text) => text.toLowerCase() === wanted)) return undefined;
  return { detail: `It is never ${JSON.stringify(value.value)}.`, hint: didYouMean(value.value, listed) };
}

/** The texts that a field can have; `undefined` where its schemas list no values, or have branches. */
function listedTexts(
  { expression }: Extract<Operand, { readonly kind: "expression" }>,
  schemasOf: SchemasOf,
  resolve: Resolver,
): string[] | undefined {
  const found = schemasOf(expression);
  if (found === undefined || found.length === 0) return undefined;
  const texts: string[] = [];
  for (const target of found) {
    const nodes = inPlace(target, resolve);
    const lists = nodes.flatMap(({ enums }) => enums.slice(-1));
    const hasBranches = nodes.some(
      ({ schema, anyOf, oneOf, not, condition }) =>
        [...anyOf, ...oneOf, ...not].length > 0 ||
        condition ||
        (typeof schema === "object" && "allOf" in schema),
    );
    if (lists.length !== 1 || hasBranches) return undefined;
    texts.push(...lists[0]!.filter((value) => typeof value === "string"));
  }
  return texts;
}
