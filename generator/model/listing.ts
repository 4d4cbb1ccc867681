/** The part of the model about which things a list has. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A list has the things that meet all conditions, and no other. */
export interface Listing {
  /** The place of the list in the output. */
  readonly items: string;
  /** The place of the id in an item. */
  readonly id: string;
  /** Simple conditions of Arazzo about places of an item, as their texts. */
  readonly where: readonly { readonly text: string; readonly at: SpecLocation }[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
