/** Compares calls with the rules of the spec that describe them. */
import type { Behaviour, CallRule } from "../cases/behaviour.ts";
import { edited, type Json, type JsonObject } from "../cases/edits.ts";
import { listLeaves, valuesAt } from "../cases/places.ts";

/** Whether a call is the one that a rule describes, whatever id it names. */
export function matchesRule(
  { tool, input, id }: CallRule & { readonly id?: string },
  call: { readonly tool: string; readonly input: Json },
): boolean {
  if (call.tool !== tool) return false;
  const blank = (value: Json) => (id === undefined ? value : edited(value, [{ remove: id }]));
  const [wanted, sent] = [blank(input) as JsonObject, blank(call.input) as JsonObject];
  return JSON.stringify(sortedEntries(wanted)) === JSON.stringify(sortedEntries(sent));
}

/** The arguments of a tool that take ids of entities. */
export function listIdArguments({ entities }: Pick<Behaviour, "entities">, tool: string) {
  return Object.entries(entities).flatMap(([entity, { madeBy, arguments: places }]) =>
    places.filter((place) => place.tool === tool).map(({ path }) => ({ entity, madeBy, path })),
  );
}

/** The entities that the arguments of a call name. */
export function namedEntities(rules: Pick<Behaviour, "entities">, tool: string, input: Json): Set<string> {
  const places = listIdArguments(rules, tool).filter(({ path }) => valuesAt(input, path).length > 0);
  return new Set(places.map(({ entity }) => entity));
}

/** Whether arguments have all those of a rule, whatever id they name. */
export function isSubset(part: Json, input: Json, id: string | undefined): boolean {
  const values = new Map(listLeaves(input).map(({ pointer, value }) => [pointer, value]));
  return listLeaves(part).every(({ pointer, value }) => pointer === id || values.get(pointer) === value);
}

function sortedEntries(input: JsonObject): readonly (readonly [string, Json])[] {
  return Object.entries(input).sort(([a], [b]) => (a < b ? -1 : 1));
}
