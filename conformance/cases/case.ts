/** The properties of every conformance case. */
import type { Edit } from "./edits.ts";

export interface Common {
  /** Stable as long as the place in the spec is; `/` between its parts. */
  readonly id: string;
  /** The requirement, as a sentence. */
  readonly must: string;
  readonly at: string;
}

export interface OfTool extends Common {
  readonly tool: string;
}

/** The arguments of a call: the arguments of a base, with edits. */
export interface Arguments {
  /** If absent, the call has no arguments. */
  readonly base?: string;
  readonly edits?: readonly Edit[];
}
