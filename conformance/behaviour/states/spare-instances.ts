/** Instances that cases have proven and need no more: other cases go on with them, since requests may be few. */
import { declared } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Observation } from "../observe/observation.ts";
import { oncePerRun } from "../once-per-run.ts";
import { routeTo } from "../rules/transitions.ts";

/** An instance, and how it was seen last. */
export interface Spare {
  readonly instance: EntityInstance;
  readonly look?: Observation | undefined;
}

const spares = oncePerRun<Spare[]>();

/** Where the server makes transitions, a state need not last. */
export function leave(engine: Engine, spare: Spare): void {
  const { entity } = spare.instance;
  const machines = Object.values(engine.rules.states).filter((machine) => machine.entity === entity);
  if (machines.every(({ serverTransitions }) => Object.keys(serverTransitions).length === 0))
    spares(engine, entity, () => []).push(spare);
}

/** The instance that is nearest to the state, the last one first, or a new one. `seen`: rather one that was seen; else those stay. */
export async function takeIn(engine: Engine, machine: string, state: string, seen = false): Promise<Spare> {
  const rule = declared(engine.rules.states[machine]);
  const known = spares(engine, rule.entity ?? "", () => []);
  const steps = ({ instance }: Spare) => routeTo(rule, instance.states.get(machine) ?? "", state)?.length;
  const isOther = ({ look }: Spare) => Number((look !== undefined) !== seen);
  const [nearest] = known
    .filter((spare) => steps(spare) !== undefined)
    .toReversed()
    .toSorted((a, b) => Number(steps(a)) - Number(steps(b)) || isOther(a) - isOther(b));
  if (nearest === undefined) return { instance: await engine.states.makeIn(machine, state) };
  known.splice(known.indexOf(nearest), 1);
  if (steps(nearest) === 0) return nearest;
  await engine.states.bring(nearest.instance, machine, state);
  return { instance: nearest.instance };
}
