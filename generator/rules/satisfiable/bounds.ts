import type { Node } from "../../cases/schema-node.ts";
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
export function crossedBounds(nodes: readonly Node[]): Clash[] {
  const crossed = pairs.flatMap(([low, high]) => {
    const [least, most] = [extreme(nodes, [low], Math.max), extreme(nodes, [high], Math.min)];
    return least && most && numberOf(least) > numberOf(most) ? [above(least, most)] : [];
  });
  return [...crossed, ...crossedNumbers(nodes)];
}

function crossedNumbers(nodes: readonly Node[]): Clash[] {
  const least = extreme(nodes, ["exclusiveMinimum", "minimum"], Math.max);
  const most = extreme(nodes, ["exclusiveMaximum", "maximum"], Math.min);
  if (!least || !most) return [];
  const [low, high] = [numberOf(least), numberOf(most)];
  const isOpen = [least, most].some(({ keyword }) => keyword.startsWith("exclusive"));
  if (low > high) return [above(least, most)];
  if (low === high) return isOpen ? [between(least, most, "number")] : [];
  const step = stepOf(nodes);
  if (step === undefined) return [];
  const first =
    Math.ceil(low / step) + (least.keyword === "exclusiveMinimum" && Number.isInteger(low / step) ? 1 : 0);
  const last =
    Math.floor(high / step) - (most.keyword === "exclusiveMaximum" && Number.isInteger(high / step) ? 1 : 0);
  const what = step === 1 ? "whole number" : `multiple of ${step}`;
  return first > last ? [between(least, most, what)] : [];
}

/** What numbers are multiples of: of 1 for integers, of the only `multipleOf` for others. */
function stepOf(nodes: readonly Node[]): number | undefined {
  const steps = having(nodes, "multipleOf").map(numberOf);
  const types = typesLeft(nodes);
  const whole = types?.includes("integer") && !types.includes("number");
  if (steps.length > 1) return undefined;
  const [step] = steps;
  if (step === undefined) return whole ? 1 : undefined;
  return !whole || Number.isInteger(step) ? step : undefined;
}

/** The bound that matters; of equal ones the first, and of those the exclusive one. */
function extreme(
  nodes: readonly Node[],
  keywords: readonly string[],
  pick: (...numbers: number[]) => number,
): Keyed | undefined {
  const all = keywords.flatMap((keyword) => having(nodes, keyword));
  const wanted = pick(...all.map(numberOf));
  return all.find((keyed) => numberOf(keyed) === wanted);
}

function above(least: Keyed, most: Keyed): Clash {
  const detail = `${least.keyword} ${numberOf(least)} is above ${most.keyword} ${numberOf(most)}.`;
  return { detail, at: least, against: most };
}

function between(least: Keyed, most: Keyed, what: string): Clash {
  const from = `${least.keyword === "minimum" ? "at least" : "above"} ${numberOf(least)}`;
  const to = `${most.keyword === "maximum" ? "at most" : "below"} ${numberOf(most)}`;
  return { detail: `No ${what} is ${from} and ${to}.`, at: least, against: most };
}
