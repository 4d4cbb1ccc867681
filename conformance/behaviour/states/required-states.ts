/** Reads what the key `requires` asks of the entities that a call names. */
import type { Behaviour, RequirementRule } from "../../cases/behaviour.ts";
import { type Json, valueAt } from "../../cases/edits.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";

/** The states that a requirement asks for; undefined if the required place is no state. */
export function findRequiredState(
  { entity, place, is }: RequirementRule,
  { states }: Pick<Behaviour, "states">,
): { readonly machine: string; readonly states: RequirementRule["is"] } | undefined {
  const found = Object.entries(states).find(
    ([, machine]) => machine.entity === entity && machine.field.path === place,
  );
  return found && { machine: found[0], states: is };
}

/** Whether a requirement of a call is about an instance: of two shifts that are swapped, each has its own. */
export function isAbout(
  { entity, id }: RequirementRule,
  input: Json,
  instance: EntityInstance | undefined,
): boolean {
  return instance?.entity === entity && instance.id === valueAt(input, id);
}
