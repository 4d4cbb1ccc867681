/** The part of the model about lists of an entity that calls add to and remove from. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A call adds what an argument has to a list, or removes it. */
export interface ListChange {
  /** A pointer to the argument: one entry, or a list of entries. */
  readonly argument: string;
  /** The list in the outputs of the tools that show the entity, or in their list items; with `*`, what its objects are known by. */
  readonly place: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** The pattern of the entries of the list. */
export function listEntries({ place }: Pick<ListChange, "place">): string {
  return place.includes("/*") ? place : `${place}/*`;
}
