/** The form of a tool of the helpdesk. */
import type { Links } from "./links.ts";
import type { Desk } from "./views.ts";

/** A call: the desk of the caller, and what it may see. */
export interface Context {
  readonly desk: Desk;
  readonly desks: readonly Desk[];
  readonly links: Links;
  readonly isAdmin: boolean;
}

interface Tool<Input> {
  readonly scope: string;
  /** The argument under which a call is made once. */
  readonly key?: string;
  run(input: Input, context: Context): object;
}

/** The type of the arguments is what the schema of the tool says. */
export function define<Input>(tool: Tool<Input>): Tool<unknown> {
  return { ...tool, run: (input, context) => tool.run(input as Input, context) };
}
