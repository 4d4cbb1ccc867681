/** The part of the model about amounts that calls take out of a place. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A call takes an amount away that another tool has put into the same place. Arguments are JSON Pointers. */
export interface Take {
  /** The argument with the amount. */
  readonly amount: string;
  /** The arguments that name the place; the tool that puts something in has the same ones. */
  readonly within: readonly string[];
  /** The tool that puts something in, and its argument that says how much. */
  readonly putBy: { readonly tool: string; readonly amount: string };
  /** The code with which a call is refused that takes more than there is. */
  readonly refused: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}
