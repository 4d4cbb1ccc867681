/** Instances that cases no longer need. Other cases use them again, since the number of requests may be limited. */
import { ifPossible, requireDeclared } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import type { Observation } from "../observe/observation.ts";
import { whileInstancesLast } from "../once-per-run.ts";
import { findRoute } from "../rules/transitions.ts";

/** An instance, and its last observation. */
export interface Spare {
  readonly instance: EntityInstance;
  readonly look?: Observation | undefined;
  /** Set if another case has used the instance. */
  readonly isUsed?: true;
}

const spares = whileInstancesLast<Spare[]>();

/** Keeps an instance for other cases, unless the server makes transitions, since its state might change. */
export function keepSpare(engine: Engine, spare: Spare): void {
  const { entity } = spare.instance;
  const machines = Object.values(engine.rules.states).filter((machine) => machine.entity === entity);
  if (machines.every(({ serverTransitions }) => Object.keys(serverTransitions).length === 0))
    spares(engine, entity, () => []).push(spare);
}

/** Takes an instance that other cases no longer need, or makes one. Only for calls that change nothing: it may be in any state. */
export async function takeAny(engine: Engine, entity: string): Promise<EntityInstance> {
  return spares(engine, entity, () => []).pop()?.instance ?? (await engine.instances.make(entity));
}

/** Takes the kept instance with the shortest path to the state, or a new one. `seen` prefers an observed instance; otherwise observed ones are spared. `toward` is the transition that is tried there. */
export async function takeInstanceInState(
  engine: Engine,
  machine: string,
  state: string,
  { seen = false, toward }: { readonly seen?: boolean; readonly toward?: string } = {},
): Promise<Spare> {
  const rule = requireDeclared(engine.rules.states[machine]);
  const known = spares(engine, rule.entity ?? "", () => []);
  const steps = ({ instance }: Spare) => findRoute(rule, instance.states.get(machine) ?? "", state)?.length;
  const isOther = ({ look }: Spare) => Number((look !== undefined) !== seen);
  const [nearest] = known
    .filter((spare) => steps(spare) !== undefined)
    .toReversed()
    .toSorted((a, b) => Number(steps(a)) - Number(steps(b)) || isOther(a) - isOther(b));
  const make = async () => ({ instance: await engine.states.makeIn(machine, state, { toward }) });
  if (nearest === undefined) return make();
  // It is taken before anything is awaited, so no other case takes it as well.
  known.splice(known.indexOf(nearest), 1);
  const isShaped = async () => (await engine.states.findShapesToward(machine, state, toward)) !== undefined;
  if (toward !== undefined && (await isShaped())) {
    known.push(nearest);
    return make();
  }
  if (steps(nearest) === 0) return { ...nearest, isUsed: true };
  const { instance } = nearest;
  // A hire that begins next week is not handed out today: one that is made for it is.
  const isThere = await ifPossible(engine.states.bring(instance, machine, state).then(() => true));
  return isThere ? { instance, isUsed: true } : make();
}
