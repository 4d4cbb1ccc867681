/** Makes the entities that name a place in arguments, such as a room or a warehouse. They are new, so the place is empty. */
import type { Behaviour } from "../../cases/behaviour.ts";
import { applyEdits, type Json, type JsonObject, valueAt } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { requireDeclared } from "../../results/precondition-error.ts";
import type { Engine } from "../engine.ts";
import { listIdArguments } from "../rules/rule-calls.ts";
import type { EntityInstance } from "./entity-instance.ts";

/** Entity -> the instance that names the place. */
export type Place = Readonly<Record<string, EntityInstance>>;

/** The arguments of a tool that name a place. */
export interface PlaceArguments {
  readonly tool: string;
  readonly input: Json;
  readonly within: readonly string[];
}

/** Makes the entities that the arguments name, siblings within one parent. @param inputs entity -> arguments that it is made with */
export async function makePlace(
  named: PlaceArguments,
  { instances, rules }: Engine,
  inputs: Readonly<Record<string, JsonObject>> = {},
): Promise<Place> {
  const entities = named.within.map((argument) => findEntity(argument, named, rules));
  const wanted = new Set(entities.filter((entity) => entity !== undefined));
  const made = await instances.makeAll([...wanted], { tool: named.tool, inputs });
  return Object.fromEntries(made.map((instance) => [instance.entity, instance]));
}

/** Returns a place that differs in the entity of one argument. */
export async function makeOtherPlace(place: Place, entity: string, { instances }: Engine): Promise<Place> {
  const { [entity]: _, ...rest } = place;
  return { ...rest, [entity]: await instances.make(entity, { instances: rest }) };
}

/** Returns an edit that names another place by one argument, with a value that it does not have. */
export function nameOtherPlace(
  argument: string,
  values: readonly Json[],
  input: Json,
): { readonly set: string; readonly to: Json } {
  const own = valueAt(input, argument);
  const other = values.find((value) => value !== own);
  return { set: argument, to: requireDeclared(other, `${argument} has no other value`) };
}

/** Finds the entity whose id an argument of the place is, if a tool makes it. */
export function findEntity(
  argument: string,
  { tool, input }: PlaceArguments,
  rules: Pick<Behaviour, "entities">,
): string | undefined {
  const place = listIdArguments(rules, tool).find(
    ({ path, madeBy }) => madeBy && valuesAt(input, path).some(({ pointer }) => pointer === argument),
  );
  return place?.entity;
}

/** Lists the arguments of a place that are words, and no ids of entities. */
function listWords(named: PlaceArguments, { rules }: Pick<Engine, "rules">): readonly string[] {
  return named.within.filter((argument) => findEntity(argument, named, rules) === undefined);
}

/** Names the place by the words of another call: an example may have a new number at each call, such as "Studio 12". */
export function withWordsOf(sent: Json, named: PlaceArguments, engine: Pick<Engine, "rules">): Json {
  const edits = listWords(named, engine).flatMap((set) => {
    const to = valueAt(sent, set);
    return to === undefined ? [] : [{ set, to }];
  });
  return applyEdits(named.input, edits);
}

/** Whether the run has made what names the place. */
export function isOwn(place: Place): boolean {
  return Object.keys(place).length > 0;
}

/**
 * Whether other clients have nothing in a place: the run has made what names it, or the example has a new number in its words at each
 * call, such as "Studio 12".
 */
export function isNew(place: Place, named: PlaceArguments, engine: Pick<Engine, "rules" | "live">): boolean {
  if (isOwn(place)) return true;
  const words = listWords(named, engine);
  const numbered = engine.live.listIn(named.tool, named.input).filter((value) => "nth" in value);
  return words.length > 0 && words.every((word) => numbered.some(({ path }) => path === word));
}
