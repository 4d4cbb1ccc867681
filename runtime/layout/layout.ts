/** Describes how a text shows an output, line by line, as data. Servers write such texts, and clients read them. */

/** How a text shows an output: `text` as JSON, else by a layout. */
export type OutputAs = "text" | Layout;

/** The lines of a text in their order. */
export type Layout = readonly LayoutElement[];

/** A line, or lines for each item of a list. */
export type LayoutElement = LayoutLine | LayoutList;

/** A line of the text, or a few lines that belong together. */
export interface LayoutLine {
  /**
   * Its forms. A writer takes the first one whose places all have a value, and a reader the first one that fits; a reader tries those
   * without places first.
   */
  readonly forms: readonly LayoutForm[];
}

/** Fixed text, which may have line breaks, and places between it. */
export type LayoutForm = readonly LayoutPart[];

/** Fixed text, a place for a value, or a part that may be missing. */
export type LayoutPart = string | LayoutPlace | LayoutOption;

/** A part of a line that is there where all its places have a value. */
export interface LayoutOption {
  /** The text and the places of the part, of which a reader and a writer take all or none. */
  readonly optional: LayoutForm;
}

/** A place of a line that shows a value. */
export interface LayoutPlace {
  /**
   * The names of the members that lead to the value, from the output or from the item of a list; empty for the item itself. Left out
   * for any text that shows no value.
   */
  readonly path?: readonly string[];
  /** The type of the value, or of each item of the value. */
  readonly type: "string" | "integer" | "number" | "boolean";
  /** The only texts that can stand there: the values of an enum, or the words for true and for false. */
  readonly words?: readonly string[];
  /** Whether the value is a list; its items stand in one line, with `, ` between them. */
  readonly isList?: true;
  /** Whether the value is null where no line shows it. */
  readonly isNullable?: true;
  /** Whether the value may have line breaks. It ends before the next line that fits the layout. */
  readonly isBlock?: true;
}

/** Lines that are repeated for each item of a list. */
export interface LayoutList {
  /** The names of the members that lead to the list; empty for an output that is a list. */
  readonly each: readonly string[];
  /** Lines before the first item. */
  readonly heading?: string;
  /** A line before the items that have the same values at its places. */
  readonly group?: LayoutForm;
  /** The lines of an item. The first element is a line, and begins the next item. */
  readonly lines: Layout;
  /** Lines in place of an empty list. */
  readonly none?: string;
}

/** The places of a form, with those of its optional parts. */
export function listPlaces(form: LayoutForm): readonly LayoutPlace[] {
  return form.flatMap((part) => {
    if (typeof part === "string") return [];
    return "optional" in part ? listPlaces(part.optional) : [part];
  });
}

/** Distinguishes the lines of a list from other lines. */
export function isLayoutList(element: LayoutElement): element is LayoutList {
  return "each" in element;
}
