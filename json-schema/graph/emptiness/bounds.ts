/** Finds lower bounds above upper bounds. */
import { type JsonType, listTypes } from "../bounds.ts";
import type { Node } from "../node.ts";
import { type Bound, boundsBy, type Clash } from "./clash.ts";

type Pair = readonly [low: string, high: string, on: JsonType];

const pairs: readonly Pair[] = [
  ["minLength", "maxLength", "string"],
  ["minItems", "maxItems", "array"],
  ["minProperties", "maxProperties", "object"],
  ["minContains", "maxItems", "array"],
];

/** Lower bounds above upper ones. */
export function crossedBounds(nodes: readonly Node[]): Clash[] {
  if (nodes.every(({ numbers }) => Object.keys(numbers).length === 0)) return [];
  const crossed = pairs.flatMap((pair) => findCrossed(nodes, pair));
  // Each schema counts the items that fit its own `contains`.
  const contained = nodes.flatMap((node) => findCrossed([node], ["minContains", "maxContains", "array"]));
  return [
    ...crossed,
    ...contained,
    ...crossedNumbers(nodes).map((clash) => ({ ...clash, on: "number" as const })),
  ];
}

function findCrossed(nodes: readonly Node[], [low, high, on]: Pair): Clash[] {
  const [lower, upper] = [extreme(nodes, [low], Math.max), extreme(nodes, [high], Math.min)];
  return lower && upper && lower.value > upper.value ? [{ ...describeCrossing(lower, upper), on }] : [];
}

function crossedNumbers(nodes: readonly Node[]): Clash[] {
  const lower = extreme(nodes, ["exclusiveMinimum", "minimum"], Math.max);
  const upper = extreme(nodes, ["exclusiveMaximum", "maximum"], Math.min);
  if (!lower || !upper) return [];
  const [low, high] = [lower.value, upper.value];
  const isOpen = [lower, upper].some(({ keyword }) => keyword.startsWith("exclusive"));
  if (low > high) return [describeCrossing(lower, upper)];
  if (low === high) return isOpen ? [describeGap(lower, upper, "number")] : [];
  const step = findStep(nodes);
  if (step === undefined) return [];
  const first =
    Math.ceil(low / step) + (lower.keyword === "exclusiveMinimum" && Number.isInteger(low / step) ? 1 : 0);
  const last =
    Math.floor(high / step) - (upper.keyword === "exclusiveMaximum" && Number.isInteger(high / step) ? 1 : 0);
  const what = step === 1 ? "whole number" : `multiple of ${step}`;
  return first > last ? [describeGap(lower, upper, what)] : [];
}

/** The step between numbers: 1 for integers, else the only `multipleOf`. */
function findStep(nodes: readonly Node[]): number | undefined {
  const [step, ...others] = boundsBy(nodes, "multipleOf").map(({ value }) => value);
  const types = listTypes(nodes);
  const whole = types.includes("integer") && !types.includes("number");
  if (others.length > 0) return undefined;
  if (step === undefined) return whole ? 1 : undefined;
  return !whole || Number.isInteger(step) ? step : undefined;
}

/** The strictest bound; of equal ones the first, and of those the exclusive one. */
function extreme(
  nodes: readonly Node[],
  keywords: readonly string[],
  pick: (...numbers: number[]) => number,
): Bound | undefined {
  const all = keywords.flatMap((keyword) => boundsBy(nodes, keyword));
  const wanted = pick(...all.map(({ value }) => value));
  return all.find(({ value }) => value === wanted);
}

function describeCrossing(lower: Bound, upper: Bound): Clash {
  const detail = `${lower.keyword} ${lower.value} is above ${upper.keyword} ${upper.value}.`;
  return { detail, at: lower, against: upper };
}

function describeGap(lower: Bound, upper: Bound, what: string): Clash {
  const from = `${lower.keyword === "minimum" ? "at least" : "above"} ${lower.value}`;
  const to = `${upper.keyword === "maximum" ? "at most" : "below"} ${upper.value}`;
  return { detail: `No ${what} is ${from} and ${to}.`, at: lower, against: upper };
}
