/** Compares changes of entities with the places that the spec lets a tool change (`changes`). */
import { canonical } from "@toolwright/runtime/json";
import type { Behaviour } from "../../cases/behaviour.ts";
import { steps } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";

type Rules = Pick<Behaviour, "changes">;

/** Lists the places of an instance that a call may change, since the rules of its tool name the entity and its id. */
export function listChangeablePlaces(
  { changes }: Rules,
  called: Called,
  { entity, id }: EntityInstance,
): readonly string[] {
  return (changes[called.tool] ?? []).flatMap((rule) => {
    if (rule.entity !== entity) return [];
    const sent = valuesAt(called.input, rule.id);
    const named = sent.length > 0 ? sent : valuesAt(readStructured(called), rule.id);
    return named.some(({ value }) => canonical(value) === canonical(id)) ? rule.places : [];
  });
}

/** Whether the spec says that a call changes this place of an entity. */
export function isDeclaredChange(
  rules: Rules,
  called: Called,
  { of, at }: { readonly of?: EntityInstance | undefined; readonly at: string },
): boolean {
  return of !== undefined && isWithin(at, listChangeablePlaces(rules, called, of));
}

/** Whether a pointer is at or below one of the places; `*` in a place is any step. */
export function isWithin(pointer: string, places: readonly string[]): boolean {
  const path = steps(pointer);
  return places.some((place) => steps(place).every((step, index) => step === "*" || step === path[index]));
}
