import type { Json } from "../cases/edits.ts";
import type { CaseFile } from "../cases/format.ts";
import type { Schemas } from "../judge/schemas.ts";
import type { Watch } from "../judge/watch.ts";
import type { Bindings, BoundValues } from "./bindings.ts";
import type { Caller } from "./caller.ts";

/** The objects that the judges of all kinds of cases need. */
export interface Context {
  readonly cases: CaseFile;
  readonly caller: Caller;
  readonly bindings: Bindings;
  readonly schemas: Schemas;
  readonly watch: Watch;
  /** Whether the target promises a code in every refusal. */
  readonly coded: boolean;
  /** The address of the target; over stdio its command. */
  readonly to: string;
  /** The bases with whose arguments a call has succeeded, if requests are limited: their examples need no call of their own. */
  readonly succeeded: Set<string>;
  /** Makes the calls that the target file requires before a case, with these values. */
  prepareFor(id: string, values: BoundValues): Promise<void>;
  /**
   * Brings the new entity that arguments name to a state in which the call succeeds, or to a state in which it is refused with the
   * code.
   */
  bringToState(tool: string, input: Json, refusedWith?: string): Promise<void>;
}
