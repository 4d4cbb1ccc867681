/** Describes instances that a run has made, and the calls that end them. */
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Calls } from "../calls/calls.ts";
import type { ToolCall } from "../rules/rule-calls.ts";

/** An instance that the run created and has not ended. */
export interface CreatedInstance extends NamedEntity {
  /** The entity; for a cleanup rule of the target file, the tool that ends the instance. */
  readonly entity: string;
  readonly account: string | undefined;
  /** The call that ends it, with its whole address. */
  readonly end: ToolCall;
}

/** The calls that end instances. */
export interface EndingCalls {
  readonly calls: Pick<Calls, "call">;
  /** Leads an instance to where its end is accepted, as far as calls do. */
  lead(instance: CreatedInstance): Promise<void>;
}
