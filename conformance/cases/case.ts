/** The properties of every conformance case. */
import type { Edit } from "./edits.ts";

/** What every case has. */
export interface Common {
  /** Stable as long as the place in the spec is; `/` between its parts. */
  readonly id: string;
  /** The requirement, as a sentence. */
  readonly must: string;
  /** The place in the spec: a file and a JSON Pointer, such as `tools/add.yaml#/input`. */
  readonly at: string;
}

/** What every case about one tool has. */
export interface OfTool extends Common {
  /** The name of the tool in MCP messages. */
  readonly tool: string;
}

/** The arguments of a call: the arguments of a base, with edits. */
export interface Arguments {
  /** If absent, the call has no arguments. */
  readonly base?: string;
  /** The changes of the arguments of the base, in order; absent if there are none. */
  readonly edits?: readonly Edit[];
}
