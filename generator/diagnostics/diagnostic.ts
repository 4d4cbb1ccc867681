/** A mistake in a spec, reported to its author. Bugs in Toolwright throw instead. */

import { compareText } from "@toolwright/check/report";
import type { Path, SourceLocation } from "@toolwright/json-schema";
/** A mistake in a spec. */
export interface Diagnostic {
  /** An error leaves no model; a warning does not. */
  readonly severity: "error" | "warning";
  /** The diagnostic is only a warning because the spec gives a reason for breaking this rule. */
  readonly accepted?: true;
  /** Stable and kebab-case, such as `ref-resolves`: the name of the broken rule. */
  readonly code: string;
  /** The rule, as a sentence. */
  readonly message: string;
  /** Where it is. */
  readonly place: Place;
  /** The mistake at this place, such as `"forms:raed" is not declared.` */
  readonly detail?: string;
  /** Advice on how to correct it. */
  readonly hint?: string;
  /** Other places that take part in the mistake, such as the second of two equal names. */
  readonly related?: readonly { readonly place: Place; readonly message: string }[];
}

/** A range of one line of one file. Lines and columns count from 1, columns in UTF-16 code units. */
export interface Place {
  /** Path relative to the spec folder, with `/`. */
  readonly file: string;
  /** From 1. */
  readonly line: number;
  /** From 1. */
  readonly column: number;
  /** UTF-16 code units on this line; at least 1. */
  readonly length: number;
}

/** A location in the data of a spec file. The documents turn it into a `Place`: a line and a column. */
export interface SpecLocation extends SourceLocation {
  /** Point at the key instead of its value. */
  readonly key?: boolean;
}

export type { Path };

/** The report of a rule: like a diagnostic, but with a location in the data instead of a place in the text. */
export interface Violation {
  readonly at: SpecLocation;
  readonly detail: string;
  readonly hint?: string | undefined;
  readonly related?: readonly { readonly at: SpecLocation; readonly message: string }[] | undefined;
}

export function isError(diagnostic: Diagnostic): boolean {
  return diagnostic.severity === "error";
}

/** Orders by file, line, column, then code, independently of the order of the rules. */
export function inReadingOrder(a: Diagnostic, b: Diagnostic): number {
  return (
    compareText(a.place.file, b.place.file) ||
    a.place.line - b.place.line ||
    a.place.column - b.place.column ||
    compareText(a.code, b.code)
  );
}

/** Puts mistakes in edited files before the mistakes that follow from them in other files; the order is kept otherwise. */
export function putEditedFirst(diagnostics: readonly Diagnostic[], edited: readonly string[]): Diagnostic[] {
  const isEdited = ({ place }: Diagnostic) => edited.includes(place.file);
  return diagnostics.toSorted((a, b) => Number(isEdited(b)) - Number(isEdited(a)));
}
