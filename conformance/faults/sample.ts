/** Lists all possible faults and draws a sample of them. */
import { shuffle } from "../run/order.ts";
import type { Fault, FaultContext, Operator } from "./fault.ts";

/** Operator -> every fault that it can make. */
export function makeFaults(
  operators: readonly Operator[],
  world: FaultContext,
): ReadonlyMap<string, readonly Fault[]> {
  return new Map(
    operators.map((operator) => [
      operator.name,
      operator.faults(world).map(({ location, ...fault }) => ({
        ...fault,
        id: `${operator.name}/${location}`,
        operator: operator.name,
      })),
    ]),
  );
}

export interface Sample {
  readonly chosen: readonly Fault[];
  /** Drawn faults that were left out because they are equivalent to the healthy server. */
  readonly equivalent: readonly Fault[];
}

/** Draws `count` faults, one operator after the other, so that operators with few faults are represented too. */
export function drawSample(
  faults: ReadonlyMap<string, readonly Fault[]>,
  count: number,
  seed: number,
): Sample {
  const chosen: Fault[] = [];
  const equivalent: Fault[] = [];
  let queues = [...faults.values()].map((candidates, index) => shuffle(candidates, seed + index));
  while (queues.length > 0) {
    for (const queue of queues) {
      if (chosen.length === count) return { chosen, equivalent };
      const next = queue.findIndex((fault) => !isEquivalent(fault));
      const drawn = queue.splice(0, next === -1 ? queue.length : next + 1);
      equivalent.push(...(next === -1 ? drawn : drawn.slice(0, -1)));
      if (next !== -1) chosen.push(drawn.at(-1)!);
    }
    queues = queues.filter((queue) => queue.length > 0);
  }
  return { chosen, equivalent };
}

function isEquivalent(fault: Fault): boolean {
  return fault.isEquivalent?.() ?? false;
}
