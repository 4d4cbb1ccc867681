/** Lists all possible faults and draws a sample of them. */
import { shuffle } from "../run/order.ts";
import type { Fault, FaultContext, Operator } from "./fault.ts";

/** Lists the faults that each operator can make: operator -> faults. */
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

/** Keeps the faults whose ids match one of the patterns. Without patterns it keeps all. */
export function filterFaults<Drawn extends Pick<Fault, "id">>(
  faults: ReadonlyMap<string, readonly Drawn[]>,
  only: readonly RegExp[],
): ReadonlyMap<string, readonly Drawn[]> {
  const matches = ({ id }: Drawn) => only.length === 0 || only.some((pattern) => pattern.test(id));
  return new Map([...faults].map(([name, own]) => [name, own.filter(matches)]));
}

interface Sample<Drawn> {
  readonly chosen: readonly Drawn[];
  /** Drawn faults that were left out because they are equivalent to the healthy server. */
  readonly equivalent: readonly Drawn[];
}

/** Draws `count` faults, one operator after the other, so that operators with few faults are represented too. */
export function drawSample<Drawn extends Pick<Fault, "id" | "isEquivalent">>(
  faults: ReadonlyMap<string, readonly Drawn[]>,
  count: number,
  seed: number,
): Sample<Drawn> {
  const chosen: Drawn[] = [];
  const equivalent: Drawn[] = [];
  let queues = [...faults.values()].map((candidates, index) => shuffle(candidates, seed + index));
  while (queues.length > 0) {
    for (const queue of queues) {
      if (chosen.length === count) return { chosen, equivalent };
      const next = queue.findIndex((fault) => !fault.isEquivalent?.());
      const drawn = queue.splice(0, next === -1 ? queue.length : next + 1);
      equivalent.push(...(next === -1 ? drawn : drawn.slice(0, -1)));
      if (next !== -1) chosen.push(drawn.at(-1)!);
    }
    queues = queues.filter((queue) => queue.length > 0);
  }
  return { chosen, equivalent };
}
