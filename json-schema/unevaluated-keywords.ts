/** Finds `unevaluatedProperties` and `unevaluatedItems`, and where Ajv may read them differently from the standard. */

import type { Node } from "./graph/node.ts";
import { closure, listInPlace } from "./in-place.ts";
import { memoize } from "./memoize.ts";
import { normalise } from "./normalise.ts";
import type { SchemaRoot } from "./types.ts";
import { walk } from "./walk.ts";

/** The keywords that depend on which branches apply to a value. */
export const unevaluatedKeywords = ["unevaluatedProperties", "unevaluatedItems"];

/** Tells whether a schema of a file has one of these keywords. */
export const hasUnevaluated = memoize(({ schema, dialect }: SchemaRoot): boolean => {
  let has = false;
  walk(schema, (each) => {
    has ||= unevaluatedKeywords.some((keyword) => normalise(each, dialect)[keyword] !== undefined);
  });
  return has;
});

/**
 * Names the keyword because of which Ajv may read `unevaluatedProperties` or `unevaluatedItems` differently from the standard.
 * The keyword stands in the schema or in another one for the same value. See docs/decisions/validators.md.
 */
export function differingKeyword(keyword: string, node: Node): string | undefined {
  const said = closure([node], listInPlace).flatMap(({ schema, root }) =>
    typeof schema === "object" ? Object.keys(normalise(schema, root.dialect)) : [],
  );
  if (keyword === "unevaluatedItems")
    return said.find((other) => [...conditional, ...unions, "contains"].includes(other));
  const condition = said.find((other) => conditional.includes(other));
  if (condition !== undefined) return condition;
  const atRunTime = said.filter((other) => [...unions, "patternProperties"].includes(other));
  const isChain = said.filter((other) => other === "$ref").length > 1;
  return atRunTime.length + Number(isChain) > 1
    ? atRunTime.find((other) => unions.includes(other))
    : undefined;
}

const conditional: readonly string[] = ["if", "dependentSchemas"];
const unions: readonly string[] = ["anyOf", "oneOf"];
