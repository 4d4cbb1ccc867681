/** Remembers within which entities the instances of a run were made: a call may name only their ids. */
import { canonical } from "@toolwright/runtime/json";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { EntityInstance } from "./entity-instance.ts";

export class MadeIn {
  readonly #rules: Pick<Behaviour, "entities">;
  /** Entity and id -> the parents; `undefined` where several instances have the id, each within its own parents. */
  readonly #parents = new Map<string, NamedEntities | undefined>();

  constructor(rules: Pick<Behaviour, "entities">) {
    this.#rules = rules;
  }

  record({ entity, id, parents }: Pick<EntityInstance, "entity" | "id" | "parents">): void {
    const key = canonical([entity, id]);
    this.#parents.set(key, this.#parents.has(key) ? undefined : parents);
  }

  /** Adds the parents to the instance that an argument of a tool names, as far as they are known. */
  withParents(tool: string, argument: string | undefined, instance: NamedEntity): NamedEntity {
    const [entity] =
      Object.entries(this.#rules.entities).find(([, rule]) =>
        rule.arguments.some((place) => place.tool === tool && place.path === argument),
      ) ?? [];
    const parents = entity && this.#parents.get(canonical([entity, instance.id]));
    return parents ? { ...instance, parents: { ...parents, ...instance.parents } } : instance;
  }
}
