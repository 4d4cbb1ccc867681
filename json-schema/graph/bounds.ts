/** Combines the types and size limits that several schemas set for one value. */
import { canonical } from "../json.ts";
import { judge } from "./judge.ts";
import type { Node } from "./node.ts";

/** A type of JSON values as `type` names it; an integer is a number, too. */
export type JsonType = "null" | "boolean" | "number" | "integer" | "string" | "array" | "object";

const everyType: readonly JsonType[] = ["null", "boolean", "number", "string", "array", "object"];

/** The types that values may have: `integer` only where no other number may be there. */
export function listTypes(nodes: readonly Node[]): readonly JsonType[] {
  let types: readonly JsonType[] = everyType;
  for (const { types: named } of nodes) {
    if (!named) continue;
    types = types.flatMap((type): JsonType[] => {
      if (named.includes(type)) return [type];
      if (type === "integer" && named.includes("number")) return [type];
      return type === "number" && named.includes("integer") ? ["integer"] : [];
    });
  }
  return types;
}

/** The largest of the lower bounds, or the smallest of the upper ones. */
const largest = extremeBy(Math.max);
const smallest = extremeBy(Math.min);

function extremeBy(pick: (...numbers: number[]) => number) {
  return (nodes: readonly Node[], keyword: string): number | undefined => {
    const all = nodes.flatMap(({ numbers }) => numbers[keyword] ?? []);
    return all.length === 0 ? undefined : pick(...all);
  };
}

/** An end of a range of numbers. */
export interface End {
  readonly value: number;
  readonly open: boolean;
}

/** The range of the numbers that fit; of integers the first and last one. */
export function findRange(nodes: readonly Node[], whole: boolean): { low: End; high: End } {
  const [low, above] = [
    largest(nodes, "minimum") ?? -Infinity,
    largest(nodes, "exclusiveMinimum") ?? -Infinity,
  ];
  const [high, below] = [
    smallest(nodes, "maximum") ?? Infinity,
    smallest(nodes, "exclusiveMaximum") ?? Infinity,
  ];
  const range = {
    low: above >= low ? { value: above, open: Number.isFinite(above) } : { value: low, open: false },
    high: below <= high ? { value: below, open: Number.isFinite(below) } : { value: high, open: false },
  };
  if (!whole) return range;
  const [first, last] = [range.low, range.high];
  return {
    low: { value: first.open ? Math.floor(first.value) + 1 : Math.ceil(first.value), open: false },
    high: { value: last.open ? Math.ceil(last.value) - 1 : Math.floor(last.value), open: false },
  };
}

/** How long texts, or how many items, there may be. */
export function toLength(nodes: readonly Node[], what: "Length" | "Items"): { least: number; most: number } {
  return { least: largest(nodes, `min${what}`) ?? 0, most: smallest(nodes, `max${what}`) ?? Infinity };
}

/** How many properties there may be, by the keywords for it and by the names that are required and allowed. */
export function propertyCount(
  nodes: readonly Node[],
  allowed: readonly string[] | undefined,
): { least: number; most: number } {
  const required = new Set(nodes.flatMap((node) => node.required));
  return {
    least: Math.max(largest(nodes, "minProperties") ?? 0, required.size),
    most: Math.min(smallest(nodes, "maxProperties") ?? Infinity, allowed?.length ?? Infinity),
  };
}

/** Longer lists of integers are not written out. */
const maxIntegers = 64;

/** Returns all possible values if they can be listed. Some of them may not fit. */
export function listValues(nodes: readonly Node[]): readonly unknown[] | undefined {
  const [first, ...others] = nodes.flatMap(({ enums }) => enums);
  if (first) {
    const rest = others.map((values) => new Set(values.map(canonical)));
    return first.filter(
      (value) =>
        rest.every((values) => values.has(canonical(value))) &&
        nodes.every((node) => judge(node, value) !== false),
    );
  }
  const values: unknown[] = [];
  for (const type of listTypes(nodes)) {
    if (type === "null") values.push(null);
    else if (type === "boolean") values.push(true, false);
    else if (type === "integer") {
      const { low, high } = findRange(nodes, true);
      if (!(high.value - low.value < maxIntegers)) return undefined;
      for (let number = low.value; number <= high.value; number++) values.push(number);
    } else return undefined;
  }
  return values.filter((value) => nodes.every((node) => judge(node, value) !== false));
}
