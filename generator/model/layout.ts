/** The lines of texts that show an output, as the spec writes them. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** Lines of a text in the notation of the spec. */
export interface LayoutSource {
  /** Undefined for lines in the file of a tool. */
  readonly name?: string;
  readonly lines: readonly LayoutShape[];
  readonly at: SpecLocation;
}

/** A line, the forms of a line, or the lines of each item of a list. */
export type LayoutShape = string | readonly string[] | LayoutListShape;

export interface LayoutListShape {
  readonly each: string;
  readonly heading?: string;
  readonly group?: string;
  readonly lines: readonly LayoutShape[];
  readonly none?: string;
}
