import { shuffled } from "../run/order.ts";
import type { Fault, Operator, World } from "./fault.ts";

/** Every fault that the operators can make of a server, by operator. */
export function faultsOf(
  operators: readonly Operator[],
  world: World,
): ReadonlyMap<string, readonly Fault[]> {
  return new Map(
    operators.map((operator) => [
      operator.name,
      operator.faults(world).map(({ where, ...fault }) => ({
        ...fault,
        id: `${operator.name}/${where}`,
        operator: operator.name,
      })),
    ]),
  );
}

export interface Sample {
  readonly chosen: readonly Fault[];
  /** Drawn, and left out: nothing tells such a server from a healthy one. */
  readonly same: readonly Fault[];
}

/** So many of them, the operators in turn, so that one that can break little is not lost among those that can break much. */
export function sampled(faults: ReadonlyMap<string, readonly Fault[]>, count: number, seed: number): Sample {
  const chosen: Fault[] = [];
  const same: Fault[] = [];
  let lines = [...faults.values()].map((some, index) => shuffled(some, seed + index));
  while (lines.length > 0) {
    for (const line of lines) {
      if (chosen.length === count) return { chosen, same };
      const next = line.findIndex((fault) => !isSame(fault));
      const drawn = line.splice(0, next === -1 ? line.length : next + 1);
      same.push(...(next === -1 ? drawn : drawn.slice(0, -1)));
      if (next !== -1) chosen.push(drawn.at(-1)!);
    }
    lines = lines.filter((line) => line.length > 0);
  }
  return { chosen, same };
}

function isSame(fault: Fault): boolean {
  return fault.changesNothing?.() ?? false;
}
