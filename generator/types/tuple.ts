import type { SchemaObject } from "../schema/keywords.ts";
import { type TypeNode, unknownType } from "./node.ts";

type Lower = (schema: unknown) => TypeNode;

/** An array or, with `prefixItems`, a tuple: items that `minItems` does not ask for may be missing. */
export function tupleOf(schema: SchemaObject, lowerFirst: Lower, lowerRest: Lower): TypeNode {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (!Array.isArray(prefixItems)) return arrayOf(items, lowerRest);
  const [least, most] = [countOr(minItems, 0), countOr(maxItems, Number.POSITIVE_INFINITY)];
  const first = prefixItems.slice(0, most).map((item, position) => ({
    type: lowerFirst(item),
    optional: position >= least,
  }));
  if (items === false || most <= first.length) return { kind: "tuple", items: first };
  return { kind: "tuple", items: first, rest: items === undefined ? unknownType : lowerRest(items) };
}

function arrayOf(items: unknown, lower: Lower): TypeNode {
  if (items === false) return { kind: "tuple", items: [] };
  return { kind: "array", item: items === undefined ? unknownType : lower(items) };
}

function countOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
