/** The part of the model about what can be written out and read again. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A tool reads, as an argument, what another tool or a resource writes of an entity, and makes one of which the same is written. */
export interface RoundTrip {
  /** The argument that takes what was written. */
  readonly argument: string;
  /** A tool that reads, and the place in its output; or `resource:NAME`, which is one text. */
  readonly from: { readonly tool: string; readonly path?: string };
  /** Places in the output of the tools that show the entity, or in items of lists, in which the new entity has the same values. */
  readonly same: readonly string[];
  /** The pattern of lines that are not compared. */
  readonly ignores?: string;
  /** A simple condition of Arazzo about the result of the call, as its text. */
  readonly when?: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
