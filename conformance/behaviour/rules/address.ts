/** Addresses of entities: an id may name something only together with the ids of what it belongs to. */
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { CallRule } from "../../cases/call-rules.ts";
import { type Edit, edited, type Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import { listIdArguments } from "./rule-calls.ts";

type Rules = Pick<Behaviour, "entities">;

/** The entities that the arguments of a call name, without what they belong to. Of several of one kind, the first. */
export function namedBy(rules: Rules, tool: string, input: Json): NamedEntities {
  const named: Record<string, NamedEntity> = {};
  for (const { entity, path } of listIdArguments(rules, tool)) {
    const [first] = valuesAt(input, path);
    if (first !== undefined) named[entity] ??= { id: first.value };
  }
  return named;
}

/** Those that an entity belongs to: all that its arguments named, and what these belong to. */
export function parentsFrom(entity: string, named: NamedEntities): NamedEntities {
  const { [entity]: _own, ...direct } = named;
  return Object.assign({}, ...Object.values(direct).map(({ parents }) => parents), direct);
}

/** The arguments of a rule with the address of an entity in place of the ids of its example. */
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
  return edited(input, id === undefined || own === undefined ? edits : [...edits, { set: id, to: own }]);
}

/** Entities in an order in which those that others belong to come first. */
export function parentsFirst(rules: Rules, entities: readonly string[]): readonly string[] {
  return entities.toSorted((a, b) => listAncestors(rules, a).size - listAncestors(rules, b).size);
}

/** The entities whose ids it takes to make one, and those that it takes to make these. */
export function listAncestors(rules: Rules, entity: string): ReadonlySet<string> {
  const ancestors = new Set<string>();
  const waiting = [entity];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const maker = rules.entities[next]?.madeBy;
    const parents = maker === undefined ? [] : Object.keys(namedBy(rules, maker.tool, maker.input));
    for (const parent of parents) {
      if (parent === entity || ancestors.has(parent)) continue;
      ancestors.add(parent);
      waiting.push(parent);
    }
  }
  return ancestors;
}
