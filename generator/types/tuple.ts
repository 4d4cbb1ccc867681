import type { SchemaObject } from "../model/schema.ts";
import { type Lowered, unknownType } from "./lowered.ts";

type Lower = (schema: unknown) => Lowered;

/** An array or, with `prefixItems`, a tuple: items beyond `minItems` are optional. */
export function tupleOf(schema: SchemaObject, lowerFirst: Lower, lowerRest: Lower): Lowered {
  const { prefixItems, items, minItems, maxItems } = schema;
  if (!Array.isArray(prefixItems)) return arrayOf(items, lowerRest);
  const [min, max] = [countOr(minItems, 0), countOr(maxItems, Number.POSITIVE_INFINITY)];
  const first = prefixItems.slice(0, max).map(lowerFirst);
  const tuple = { type: "array", items: first, minItems: Math.min(min, first.length) } as const;
  if (items === false || max <= first.length) return tuple;
  return { ...tuple, additionalItems: items === undefined ? unknownType : lowerRest(items) };
}

function arrayOf(items: unknown, lower: Lower): Lowered {
  if (items === false) return { type: "array", items: [], minItems: 0 };
  return { type: "array", items: items === undefined ? unknownType : lower(items) };
}

function countOr(value: unknown, otherwise: number): number {
  return typeof value === "number" ? value : otherwise;
}
