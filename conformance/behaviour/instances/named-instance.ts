/** Describes instances of which the run knows just what the result of a call shows. */
import type { NamedEntities } from "../../calls/named-entity.ts";
import { type Called, readStructured } from "../calls/called.ts";
import { collectParents } from "../rules/address.ts";
import type { EntityInstance } from "./entity-instance.ts";

/** Returns the instance whose id stands in the result of a call. @param named the entities that the call named, its parents among them */
export function makeNamedInstance(
  { entity, id }: Pick<EntityInstance, "entity" | "id">,
  called: Called,
  named: NamedEntities,
  account?: string,
): EntityInstance {
  return {
    entity,
    id,
    account,
    input: {},
    result: readStructured(called),
    states: new Map(),
    parents: collectParents(entity, named),
  };
}
