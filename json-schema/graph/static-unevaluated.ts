/** Replaces `unevaluated...` by equivalent keywords, if no branch decides which parts have been evaluated. */

import { isSchemaObject } from "../keywords.ts";
import type { SchemaNode } from "../place.ts";
import type { SchemaObject } from "../types.ts";
import { makeNode, type Node } from "./node.ts";

/** Keywords that evaluate only for some values. */
const branching = ["anyOf", "oneOf", "if", "dependentSchemas", "not"];

/**
 * @param child the schema of unevaluated properties or items
 * @param partsOf the schemas that apply together with a schema; undefined if one of them is unknown
 * @returns undefined if the result depends on the value
 */
export function staticUnevaluated(
  keyword: "unevaluatedProperties" | "unevaluatedItems",
  target: SchemaNode,
  child: Node,
  partsOf: (target: SchemaNode) => SchemaNode[] | undefined,
): Partial<Node> | undefined {
  const together = new Map([[target.schema, target]]);
  for (const [schema, part] of together) {
    const parts = partsOf(part);
    if (!parts || branching.some((branch) => schema[branch] !== undefined)) return undefined;
    for (const each of parts) together.set(each.schema, each);
  }
  const all = [...together.keys()];
  return keyword === "unevaluatedProperties"
    ? properties(target.schema, all, child)
    : items(target.schema, all, child);
}

function properties(own: SchemaObject, all: readonly SchemaObject[], child: Node): Partial<Node> {
  const isClosed = all.some(
    (part) =>
      part.additionalProperties !== undefined || (part !== own && part.unevaluatedProperties !== undefined),
  );
  if (isClosed) return {};
  const keys = (keyword: string) =>
    all.flatMap((part) => Object.keys(isSchemaObject(part[keyword]) ? (part[keyword] as object) : {}));
  const anything = (names: readonly string[]) => new Map(names.map((name) => [name, makeNode({})]));
  return {
    properties: anything(keys("properties")),
    patterns: anything(keys("patternProperties")),
    additional: child,
  };
}

function items(own: SchemaObject, all: readonly SchemaObject[], child: Node): Partial<Node> | undefined {
  if (all.some(({ contains }) => contains !== undefined)) return undefined;
  const isClosed = all.some(
    (part) => part.items !== undefined || (part !== own && part.unevaluatedItems !== undefined),
  );
  if (isClosed) return {};
  const length = Math.max(
    0,
    ...all.map(({ prefixItems }) => (Array.isArray(prefixItems) ? prefixItems.length : 0)),
  );
  return { prefix: Array.from({ length }, () => makeNode({})), rest: child };
}
