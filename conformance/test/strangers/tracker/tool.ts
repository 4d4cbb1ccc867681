/** What a tool is made of. */
import type { Workspace } from "./workspace.ts";

/** Who calls: the token's workspace, its name, and what the token may do. */
export interface Caller {
  readonly workspace: Workspace;
  readonly name: string;
  readonly scopes: readonly string[];
}

export interface Tool {
  readonly scope: string;
  run(input: unknown, caller: Caller): object;
}

/** The arguments were checked by the schema of the tool, which says the same as `Input`. */
export function tool<Input>(scope: string, run: (input: Input, caller: Caller) => object): Tool {
  return { scope, run: (input, caller) => run(input as Input, caller) };
}
