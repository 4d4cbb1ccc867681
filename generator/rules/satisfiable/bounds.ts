/** Finds lower bounds above upper bounds. */
import type { SchemaNode } from "../../cases/schema-node.ts";
import { type Clash, having, type Keyed, numberOf } from "./clash.ts";
import { typesLeft } from "./types.ts";

const pairs: readonly (readonly [low: string, high: string])[] = [
  ["minLength", "maxLength"],
  ["minItems", "maxItems"],
  ["minProperties", "maxProperties"],
  ["minContains", "maxContains"],
  ["minContains", "maxItems"],
];

/** Lower bounds above upper ones. */
export function crossedBounds(nodes: readonly SchemaNode[]): Clash[] {
  const crossed = pairs.flatMap(([low, high]) => {
    const [lower, upper] = [extreme(nodes, [low], Math.max), extreme(nodes, [high], Math.min)];
    return lower && upper && numberOf(lower) > numberOf(upper) ? [above(lower, upper)] : [];
  });
  return [...crossed, ...crossedNumbers(nodes)];
}

function crossedNumbers(nodes: readonly SchemaNode[]): Clash[] {
  const lower = extreme(nodes, ["exclusiveMinimum", "minimum"], Math.max);
  const upper = extreme(nodes, ["exclusiveMaximum", "maximum"], Math.min);
  if (!lower || !upper) return [];
  const [low, high] = [numberOf(lower), numberOf(upper)];
  const isOpen = [lower, upper].some(({ keyword }) => keyword.startsWith("exclusive"));
  if (low > high) return [above(lower, upper)];
  if (low === high) return isOpen ? [between(lower, upper, "number")] : [];
  const step = stepOf(nodes);
  if (step === undefined) return [];
  const first =
    Math.ceil(low / step) + (lower.keyword === "exclusiveMinimum" && Number.isInteger(low / step) ? 1 : 0);
  const last =
    Math.floor(high / step) - (upper.keyword === "exclusiveMaximum" && Number.isInteger(high / step) ? 1 : 0);
  const what = step === 1 ? "whole number" : `multiple of ${step}`;
  return first > last ? [between(lower, upper, what)] : [];
}

/** The step between numbers: 1 for integers, else the only `multipleOf`. */
function stepOf(nodes: readonly SchemaNode[]): number | undefined {
  const steps = having(nodes, "multipleOf").map(numberOf);
  const types = typesLeft(nodes);
  const whole = types?.includes("integer") && !types.includes("number");
  if (steps.length > 1) return undefined;
  const [step] = steps;
  if (step === undefined) return whole ? 1 : undefined;
  return !whole || Number.isInteger(step) ? step : undefined;
}

/** The strictest bound; of equal ones the first, and of those the exclusive one. */
function extreme(
  nodes: readonly SchemaNode[],
  keywords: readonly string[],
  pick: (...numbers: number[]) => number,
): Keyed | undefined {
  const all = keywords.flatMap((keyword) => having(nodes, keyword));
  const wanted = pick(...all.map(numberOf));
  return all.find((keyed) => numberOf(keyed) === wanted);
}

function above(lower: Keyed, upper: Keyed): Clash {
  const detail = `${lower.keyword} ${numberOf(lower)} is above ${upper.keyword} ${numberOf(upper)}.`;
  return { detail, at: lower, against: upper };
}

function between(lower: Keyed, upper: Keyed, what: string): Clash {
  const from = `${lower.keyword === "minimum" ? "at least" : "above"} ${numberOf(lower)}`;
  const to = `${upper.keyword === "maximum" ? "at most" : "below"} ${numberOf(upper)}`;
  return { detail: `No ${what} is ${from} and ${to}.`, at: lower, against: upper };
}
