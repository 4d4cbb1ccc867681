import type { NamedEntities, NamedEntity } from "../../calls/named-entity.ts";
import type { Json, JsonObject } from "../../cases/edits.ts";

/** One entity that the run has made, for one case alone. */
export interface EntityInstance extends NamedEntity {
  readonly entity: string;
  readonly id: Json;
  /** The account that made it; absent: the one that the run works with. */
  readonly account: string | undefined;
  /** The arguments that made it, and the result of that call. */
  readonly input: JsonObject;
  readonly result: JsonObject;
  /** State machine -> its state, as far as the run has moved it. */
  readonly states: Map<string, string>;
  /** Those that its arguments named when it was made, and the parents of these. */
  readonly parents: NamedEntities;
}
