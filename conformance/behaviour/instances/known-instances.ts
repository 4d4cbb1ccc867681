/** Remembers the instances of a run: a call may name only their ids, and not within what they were made. */
import { canonical } from "@toolwright/runtime/json";
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { Json } from "../../cases/edits.ts";
import type { EntityInstance } from "./entity-instance.ts";

export class KnownInstances {
  readonly #rules: Pick<Behaviour, "entities">;
  /** Entity and id -> the instance; `undefined` where several have the id, each within its own parents. */
  readonly #instances = new Map<string, EntityInstance | undefined>();

  constructor(rules: Pick<Behaviour, "entities">) {
    this.#rules = rules;
  }

  record(instance: EntityInstance): void {
    const key = canonical([instance.entity, instance.id]);
    this.#instances.set(key, this.#instances.has(key) ? undefined : instance);
  }

  /** Finds the instance that an id names. */
  find(entity: string, id: Json): EntityInstance | undefined {
    return this.#instances.get(canonical([entity, id]));
  }

  /** Adds the parents of named instances, and their parents, as far as they are known and the same arguments name no others. */
  withAncestors(named: NamedEntities): NamedEntities {
    const parents = Object.entries(named).map(([entity, { id }]) => this.find(entity, id)?.parents);
    return Object.assign({}, ...parents, named);
  }

  /** Adds the parents to the instance that an argument of a tool names, as far as they are known. */
  withParents(tool: string, argument: string | undefined, instance: NamedEntity): NamedEntity {
    const [entity] =
      Object.entries(this.#rules.entities).find(([, rule]) =>
        rule.arguments.some((place) => place.tool === tool && place.path === argument),
      ) ?? [];
    const known = entity && this.find(entity, instance.id);
    return known ? { ...instance, parents: { ...known.parents, ...instance.parents } } : instance;
  }
}
