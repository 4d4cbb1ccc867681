/** Chooses numbers that are likely to fit numeric constraints. */
import type { Node } from "./node.ts";

/** Candidates for a number that fits the schemas, the simplest first. */
export function candidateNumbers(nodes: readonly Node[]): number[] {
  const steps = bounds(nodes, "multipleOf");
  const low = [...bounds(nodes, "minimum"), ...bounds(nodes, "exclusiveMinimum")];
  const high = [...bounds(nodes, "maximum"), ...bounds(nodes, "exclusiveMaximum")];
  const near = [...low, ...low.map((bound) => bound + 1), ...high, ...high.map((bound) => bound - 1)];
  const between = low.length > 0 && high.length > 0 ? [(Math.max(...low) + Math.min(...high)) / 2] : [];
  const stepped = steps.flatMap((step) => [...low, ...high].flatMap((bound) => multiplesNear(bound, step)));
  return [1, 0, ...near, ...steps, ...stepped, ...between, 0.5, -1];
}

/** Numbers on both sides of one, in steps of `multipleOf`. */
export function* numbersAround(number: number, count: number, nodes: readonly Node[]): Generator<number> {
  for (const step of [...bounds(nodes, "multipleOf"), 1]) {
    for (let index = 1; index <= count * 2; index++) yield* [number + index * step, number - index * step];
  }
}

function bounds(nodes: readonly Node[], keyword: string): number[] {
  return nodes.map(({ numbers }) => numbers[keyword]).filter((value) => value !== undefined);
}

/** The multiples of `step` nearest to a bound: at least the bound, then at most. */
export function multiplesNear(bound: number, step: number): number[] {
  return [Math.ceil(bound / step) * step, Math.floor(bound / step) * step];
}
