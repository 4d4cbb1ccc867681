/** The lines of texts that show an output, as the spec writes them. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** Lines of a text in the notation of the spec. */
export interface LayoutSource {
  /** Undefined for lines in the file of a tool. */
  readonly name?: string;
  /** The lines, in order. */
  readonly lines: readonly LayoutShape[];
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** A line, the forms of a line, or the lines of each item of a list. */
export type LayoutShape = string | readonly string[] | LayoutListShape;

/** Lines for each item of a list, as a spec writes them. */
export interface LayoutListShape {
  /** The list, as the path to it. */
  readonly each: string;
  /** The line before the items. */
  readonly heading?: string;
  /** The value by which items are grouped. */
  readonly group?: string;
  /** The lines of an item. */
  readonly lines: readonly LayoutShape[];
  /** The line in place of an empty list. */
  readonly none?: string;
}
