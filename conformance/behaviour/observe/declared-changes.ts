/** Compares changes of entities with the places that the spec lets a tool change (`changes`). */
import { canonical } from "@toolwright/runtime/json";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { ChangeRule } from "../../cases/change-rules.ts";
import { type Json, steps } from "../../cases/edits.ts";
import { type Found, valuesAt } from "../../cases/places.ts";
import { type Called, readStructured } from "../calls/called.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";
import { hasArgumentsOf, listIdArguments, listNamedEntities } from "../rules/rule-calls.ts";
import type { Change } from "./observation.ts";

type Rules = Pick<Behaviour, "changes" | "entities">;

/** Lists the places of an instance that a call may change, since the rules of its tool name the entity and its id. */
export function listChangeablePlaces(
  { changes }: Pick<Rules, "changes">,
  called: Called,
  { entity, id }: Pick<EntityInstance, "entity" | "id">,
): readonly string[] {
  return (changes[called.tool] ?? []).flatMap((rule) => {
    if (rule.entity !== entity) return [];
    const found = findIds(rule, { request: called.input, result: readStructured(called) }, id);
    return found.length > 0 ? rule.places : [];
  });
}

/** The arguments of a call, which a transition of the server does not have, and its result. */
export interface Values {
  readonly request?: Json;
  readonly result: Json;
}

/** A place with the id of an entity. */
export interface FoundId extends Found {
  readonly from: "request" | "result";
}

/**
 * Finds an id where a rule names it: in the arguments if they have a value there, else in the result. Of what was made in the entity, any id is
 * found: the call does not say in which one that was.
 */
export function findIds(
  { id: path, of }: Pick<ChangeRule, "id" | "of">,
  { request, result }: Values,
  id: Json,
): FoundId[] {
  const sent = valuesAt(request, path).map((each): FoundId => ({ ...each, from: "request" }));
  const shown = () => valuesAt(result, path).map((each): FoundId => ({ ...each, from: "result" }));
  const found = sent.length > 0 ? sent : shown();
  return of === undefined ? found.filter(({ value }) => canonical(value) === canonical(id)) : found;
}

/**
 * Whether the spec says that a call changes this place of an entity, or of one that has it in a list: what is left of a ticket type is also a
 * place of its event.
 */
export function isDeclaredChange(
  rules: Rules,
  called: Called,
  { tool, of, at }: Pick<Change, "tool" | "of" | "at">,
): boolean {
  if (of === undefined) return false;
  if (isWithin(at, listChangeablePlaces(rules, called, of))) return true;
  const list = rules.entities[of.entity]?.observedBy.find((each) => each.tool === tool)?.list;
  const item = list?.slice(0, list.lastIndexOf("*") + 1);
  if (item === undefined) return false;
  return Object.entries(of.parents).some(([entity, { id }]) =>
    isWithin(item + at, listChangeablePlaces(rules, called, { entity, id })),
  );
}

/**
 * Whether the spec says that a place counts or sums the things of a list, and the call names such a thing: a file that comes back from the bin
 * is counted again by its folder, which neither the arguments nor the result may name. The sums of the run say whether the number is right.
 */
export function isCountedChange(
  rules: Pick<Behaviour, "entities" | "sums">,
  called: Called,
  { of, at }: Pick<Change, "of" | "at">,
): boolean {
  if (of === undefined) return false;
  const named = listNamedEntities(rules, called.tool, called.input);
  const isListed = (tool: string) =>
    [...named].some((entity) => rules.entities[entity]!.observedBy.some((each) => each.tool === tool));
  return (rules.entities[of.entity]?.observedBy ?? [])
    .flatMap(({ tool }) => rules.sums[tool] ?? [])
    .some(({ total, items }) => total === at && items?.list !== undefined && isListed(items.list.tool));
}

/**
 * Whether the call makes a transition of the entity that it is about, and this is the place of its state, or one that the transition sets: a rule
 * about other places of the entity need not name it.
 */
export function isOfTransition(
  rules: Pick<Behaviour, "entities" | "states">,
  called: Called,
  { of, at }: Pick<Change, "of" | "at">,
): boolean {
  const isNamed = listIdArguments(rules, called.tool)
    .filter(({ entity }) => entity === of?.entity)
    .flatMap(({ path }) => valuesAt(called.input, path))
    .some(({ value }) => canonical(value) === canonical(of!.id));
  const name = steps(at).at(-1);
  return Object.values(rules.states)
    .filter(({ entity }) => isNamed && entity === of?.entity)
    .some(({ field, transitions }) =>
      Object.values(transitions).some(
        ({ by, sets = [] }) =>
          hasArgumentsOf(rules, by, called) &&
          [field.path, ...sets].some((place) => steps(place).at(-1) === name),
      ),
    );
}

/** Whether a pointer is at or below one of the places; `*` in a place is any step. */
export function isWithin(pointer: string, places: readonly string[]): boolean {
  const path = steps(pointer);
  return places.some((place) => steps(place).every((step, index) => step === "*" || step === path[index]));
}
