/** Addresses of entities: an id may be unique only together with the ids of its parents. */
import { canonical } from "@toolwright/runtime/json";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { applyEdits, type Edit, type Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { listIdArguments } from "./rule-calls.ts";

type Rules = Pick<Behaviour, "entities">;

/** Reads the entities that the arguments of a call name, without their parents; the first one of each entity. */
export function readNamedEntities(rules: Rules, tool: string, input: Json): NamedEntities {
  const named: Record<string, NamedEntity> = {};
  for (const { entity, path } of listIdArguments(rules, tool)) {
    const [first] = valuesAt(input, path);
    if (first !== undefined) named[entity] ??= { id: first.value };
  }
  return named;
}

/** Collects the parents of an entity: all entities that its arguments named, and their parents. */
export function collectParents(entity: string, named: NamedEntities): NamedEntities {
  const { [entity]: _own, ...direct } = named;
  return Object.assign({}, ...Object.values(direct).map(({ parents }) => parents), direct);
}

/** Adds to each named entity its parents, which the same arguments name. */
export function addParents(named: NamedEntities): NamedEntities {
  return Object.fromEntries(
    Object.entries(named).map(([entity, one]) => [
      entity,
      { ...one, parents: collectParents(entity, named) },
    ]),
  );
}

/** Returns the arguments of a rule with the address of an entity instead of the ids of the example. */
export function withAddress(
  rules: Rules,
  { tool, input, id }: CallRule & { readonly id?: string | undefined },
  { id: own, parents = {} }: Partial<NamedEntity>,
): Json {
  const edits: Edit[] = listIdArguments(rules, tool).flatMap(({ entity, path }) => {
    const parent = parents[entity];
    if (parent === undefined) return [];
    return valuesAt(input, path).map(({ pointer }) => ({ set: pointer, to: parent.id }));
  });
  return applyEdits(input, id === undefined || own === undefined ? edits : [...edits, { set: id, to: own }]);
}

/**
 * Finds the whole of which an entity is a part: the call that makes an event also returns the ids of its ticket types, in a list.
 * `undefined` for an entity that is made by itself.
 */
export function findWhole({ entities }: Rules, part: string): string | undefined {
  const maker = entities[part]?.madeBy;
  if (maker === undefined || !isInList(maker.path)) return undefined;
  return Object.keys(entities).find((name) => {
    const { madeBy } = entities[name]!;
    return madeBy?.tool === maker.tool && !isInList(madeBy.path);
  });
}

const isInList = (path: string) => path.split("/").includes("*");

/** Sorts entities so that parents come before their children. */
export function sortParentsFirst(rules: Rules, entities: readonly string[]): readonly string[] {
  return entities.toSorted((a, b) => listAncestors(rules, a).size - listAncestors(rules, b).size);
}

/** Lists the entities whose ids are needed to create an entity, and their ancestors. */
export function listAncestors(rules: Rules, entity: string): ReadonlySet<string> {
  const ancestors = new Set<string>();
  const waiting = [entity];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const maker = rules.entities[next]?.madeBy;
    const named = maker === undefined ? [] : Object.keys(readNamedEntities(rules, maker.tool, maker.input));
    const whole = findWhole(rules, next);
    const parents = whole === undefined ? named : [...named, whole];
    for (const parent of parents) {
      if (parent === entity || ancestors.has(parent)) continue;
      ancestors.add(parent);
      waiting.push(parent);
    }
  }
  return ancestors;
}

/**
 * Lists the ancestors that are a part of the address of an entity, since the tool that shows it takes their ids, too. Other calls may name
 * another instance of an ancestor: the manager who decides about the leave of an employee is an employee, too.
 */
export function listAddressParents(rules: Rules, entity: string, shower: string): ReadonlySet<string> {
  const named = new Set(listIdArguments(rules, shower).map((place) => place.entity));
  return listAncestors(rules, entity).intersection(named);
}

/**
 * Returns a key of an instance that a call names. An id may be unique only within its parents. @param addressParents those that are a
 * part of its address
 */
export function makeInstanceKey(
  rules: Rules,
  addressParents: ReadonlySet<string>,
  { tool, input, id }: { readonly tool: string; readonly input: Json; readonly id: Json },
): string {
  const named = Object.entries(readNamedEntities(rules, tool, input));
  const parents = named.filter(([name]) => addressParents.has(name));
  return canonical([id, parents.map(([name, parent]) => [name, parent.id])]);
}
