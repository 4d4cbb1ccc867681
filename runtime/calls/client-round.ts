import type { JsonObject } from "../json/object.ts";

/** What a modern request says about input of its client. */
export interface ClientRound {
  readonly capabilities: JsonObject;
  /** `params.requestState` and `params.inputResponses`, unchecked. */
  readonly state: unknown;
  readonly responses: unknown;
}
