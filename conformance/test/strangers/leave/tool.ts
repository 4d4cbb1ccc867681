/** A tool: the scope that it needs, and its result. */
import type { Caller } from "./connections.ts";
import type { Office } from "./office.ts";

export interface Work {
  readonly office: Office;
  readonly caller: Caller;
}

export interface Tool {
  readonly scope: string;
  readonly run: (input: never, work: Work) => object;
}

export const tool = <Input>(scope: string, run: (input: Input, work: Work) => object): Tool => ({
  scope,
  run,
});
