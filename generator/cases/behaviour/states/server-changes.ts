/** Derives the cases about places of other entities that transitions of the server change, and about queues. */
import type { BehaviourCase } from "@toolwright/conformance/cases";
import { withArticle } from "@toolwright/runtime/problems";
import {
  listReachable,
  type ServerTransition,
  type StateMachine,
  serverTransitions,
} from "../../../model/states.ts";
import { locationBelow } from "../../../resolve/limits.ts";
import { addCheck, promise } from "../../promise.ts";
import { describePlaces } from "../changed-places.ts";
import type { BehaviourContext } from "../context.ts";

interface MachineOfEntity {
  readonly machine: StateMachine;
  /** The name of the entity. */
  readonly what: string;
  readonly untestable: string | undefined;
}

/** One case for each other entity, and each state from which the transition leads. */
export function serverChangeCases(shown: MachineOfEntity, context: BehaviourContext): BehaviourCase[] {
  const { initial, transitions } = shown.machine;
  const reached = listReachable(initial, transitions);
  return serverTransitions(shown.machine).flatMap((transition) =>
    transition.from
      .filter((state) => reached.includes(state))
      .flatMap((state) => casesIn(state, transition, shown, context)),
  );
}

function casesIn(
  state: string,
  { name, changes = [] }: ServerTransition,
  { machine, what, untestable }: MachineOfEntity,
  context: BehaviourContext,
): BehaviourCase[] {
  return [...Map.groupBy(changes, ({ entity }) => entity)].map(([entity, ofEntity]) => {
    const places = describePlaces(ofEntity);
    const must = `Of its ${entity}, ${name} of ${withArticle(what)} that is ${state} changes ${places}, and nothing else.`;
    const id = `${machine.name}/${state}/${name}/changes/${entity}`;
    const promised = promise("states", id, machine.field.tool, must, context.at(ofEntity[0]!.at));
    const check = { machine: machine.name, check: "changes", state, transition: name, entity } as const;
    return addCheck(promised, untestable ?? check);
  });
}

/** One case for each state in which entities wait in a queue. */
export function queueCases(
  { machine, what, untestable }: MachineOfEntity,
  context: BehaviourContext,
): BehaviourCase[] {
  const reached = listReachable(machine.initial, machine.transitions);
  return serverTransitions(machine).flatMap(({ name, from, queue, at }) => {
    if (queue === undefined) return [];
    return from
      .filter((state) => reached.includes(state))
      .map((state): BehaviourCase => {
        const must = `Of two that are ${state} in the same ${queue}, ${name} leads the ${what} on that was made first.`;
        const id = `${machine.name}/${state}/${name}/queue`;
        const place = context.at(locationBelow(at, ["queue"]));
        const promised = promise("states", id, machine.field.tool, must, place);
        const check = {
          machine: machine.name,
          check: "queue",
          state,
          transition: name,
          entity: queue,
        } as const;
        return addCheck(promised, untestable ?? check);
      });
  });
}
