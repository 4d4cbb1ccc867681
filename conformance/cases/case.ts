/** What every conformance case has. */
import type { Edit } from "./edits.ts";

export interface Common {
  /** Stable as long as the place in the spec is; `/` between its parts. */
  readonly id: string;
  /** What must hold, as a sentence. */
  readonly must: string;
  readonly at: string;
}

export interface OfTool extends Common {
  readonly tool: string;
}

/** The arguments of a call: those of a base, changed. */
export interface Arguments {
  /** Absent: no arguments. */
  readonly base?: string;
  readonly edits?: readonly Edit[];
}
