/** Leads instances to where their end is accepted: a parcel is taken off its route before it is cancelled. */
import { ifPossible } from "../../results/precondition-error.ts";
import type { CreatedInstance } from "../instances/created-instance.ts";
import { isFinal } from "../instances/ending.ts";
import { matchesRule } from "../rules/rule-calls.ts";
import { findCallPath } from "../rules/transitions.ts";
import { type FieldReader, readField } from "./state-field.ts";

/** Makes the transitions from the present state to the nearest one from which the instance can be ended, or that nothing leaves. */
export async function leadToEnd(instance: CreatedInstance, reader: FieldReader): Promise<void> {
  const { rules, instances } = reader;
  const endedBy = rules.entities[instance.entity]?.endedBy;
  const machine = Object.values(rules.states).find(({ entity }) => entity === instance.entity);
  if (machine === undefined || endedBy === undefined) return;
  const { transitions, states, field } = machine;
  const ending = Object.values(transitions).filter(({ by }) => matchesRule(rules, by, endedBy));
  const goals = [...ending.flatMap(({ from }) => from), ...states.filter((state) => isFinal(machine, state))];
  const reading = await ifPossible(readField(reader, instance, field, { unprepared: true }));
  const state = reading?.state;
  if (typeof state !== "string" || goals.includes(state)) return;
  const [path = []] = goals
    .flatMap((goal) => [findCallPath(machine, state, goal)])
    .filter((each) => each !== undefined)
    .toSorted((a, b) => a.length - b.length);
  for (const name of path)
    await ifPossible(instances.callAbout(instance, transitions[name]!.by, { unprepared: true }));
}
