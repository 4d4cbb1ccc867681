import type { CaseFile } from "../cases/format.ts";
import type { Schemas } from "../judge/schemas.ts";
import type { Watch } from "../judge/watch.ts";
import type { Evidence } from "../results/verdict.ts";
import type { Exchange } from "../wire/client.ts";
import type { Bindings, BoundValues } from "./bindings.ts";
import type { Caller } from "./caller.ts";

/** What deciding a case stands on. */
export interface Context {
  readonly cases: CaseFile;
  readonly caller: Caller;
  readonly bindings: Bindings;
  readonly schemas: Schemas;
  readonly watch: Watch;
  /** Where the target is; over stdio its command. */
  readonly to: string;
  /** Brings what `values` name into the state that a case needs, as the target's file says. */
  prepareFor(id: string, values: BoundValues): Promise<void>;
  /** What is shown of an exchange; `id`: of the case that it was made for. */
  evidence(exchange: Exchange, id: string): Evidence;
}

/** Makes the evidence only where it is shown. */
export type MakeEvidence = () => Evidence;
