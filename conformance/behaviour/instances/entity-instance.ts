/** Describes the instances of entities that a run creates. */
import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Json, JsonObject } from "../../cases/edits.ts";

/** An instance of an entity that the run has created for one case. */
export interface EntityInstance extends NamedEntity {
  /** The name of its entity in the spec. */
  readonly entity: string;
  /** Its id, as tools take it. */
  readonly id: Json;
  /** The account that created it; if undefined, the account of the run. */
  readonly account: string | undefined;
  /** The arguments of the call that created it. */
  readonly input: JsonObject;
  /** The structured content of the result of that call. */
  readonly result: JsonObject;
  /** State machine -> the state to which the run has moved the instance. */
  readonly states: Map<string, string>;
  /** The entities that the arguments named when it was created, and their parents. */
  readonly parents: NamedEntities;
}

/** Whether the run has made a named entity, so that the result of the making call and its states are known. */
export function isInstance(named: NamedEntity): named is EntityInstance {
  return "result" in named && "states" in named;
}
