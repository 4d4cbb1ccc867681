/** The part of the model about entities that are in others of their kind. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A tool moves an entity into another one of its kind. No entity gets into itself. */
export interface Tree {
  /** The argument that takes the id of what is moved. */
  readonly id: string;
  /** The argument that takes the id of where it is moved. */
  readonly parent: string;
  /** The code of a call that would move an entity into itself, or into one that is in it. */
  readonly refused: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
