/** The description of a field kind for browsers. */
import type { Choice, FormField, LocalizedText } from "../../../../generated/types.ts";
import type { EditorTextKey } from "../../../texts/owner/editor/texts.ts";

export type FieldType = FormField["type"];

/** The fields of a type; several types may share an interface. */
export type FieldOf<Type extends FieldType, Field = FormField> = Field extends { type: infer Types }
  ? Type extends Types
    ? Field
    : never
  : never;

/** The kinds of answers for conditions and calculations. `none`: the field only shows text. */
export type AnswerKind =
  | {
      readonly kind: "text" | "number" | "boolean" | "date" | "time" | "datetime" | "rows" | "files" | "none";
    }
  | { readonly kind: "choice" | "choices"; readonly choices: readonly Choice[] };

/** The kinds of answers to questions. */
export type QuestionAnswerKind = Exclude<AnswerKind["kind"], "none">;

export interface ClientKind {
  /** The group in the menu for new fields. */
  readonly group: "text" | "choice" | "points" | "time" | "file" | "display";
  readonly answer: AnswerKind["kind"];
  /** Whether sentences cannot mention the answer; answers of rows or files can never be mentioned. */
  readonly isUnmentionable?: true;
  /** Whether the empty input can show a text. */
  readonly placeholder?: true;
  /** The types that it can become, because their answers have the same shape and fit both. */
  readonly becomes?: readonly FieldType[];
  /** The properties that a new one needs. */
  fresh?(words: Words): object;
}

/** Returns the texts of new items, in the language of the form; `n` counts from 1. */
export type Words = (
  key: "new_choice" | "new_row" | "new_column" | "new_statement",
  n: number,
) => LocalizedText;

/** An input of the editor, or an input for a property; its label is the text with the same name. */
export type EditorInput =
  | "allow_other"
  | "allowed_domains"
  | "blocked_domains"
  | "capacities"
  | "default_country"
  | "earliest"
  | "files"
  | "latest"
  | "pattern"
  | "pictures"
  | ListProperty
  | LineProperty
  | NumberProperty
  | { readonly flag: EditorTextKey; readonly of?: "validation" }
  /** Side by side. */
  | { readonly pair: readonly EditorInput[] }
  /** Limits of the answer, behind a heading that opens them. */
  | { readonly limits: readonly EditorInput[]; readonly isOpen?: true };

export interface ListProperty {
  readonly list: "choices" | "rows" | "columns";
  readonly min: number;
  readonly max: number;
}

/** A text in the languages of the form; `cleared`: the value of an empty input, if the property must be there. */
export interface TextProperty {
  readonly text: "label" | "description" | "placeholder" | "unit" | "min_label" | "max_label" | "statement";
  readonly label?: EditorTextKey;
  readonly isMultiline?: boolean;
  readonly cleared?: object;
}

/** The same in all languages. */
export interface LineProperty {
  readonly line: "link";
  readonly type: "url";
  readonly maxLength: number;
}

export interface NumberProperty {
  readonly number: EditorTextKey;
  readonly of: "field" | "validation";
  readonly label?: EditorTextKey;
  /** Absent: any number, whole or not. */
  readonly ends?: { readonly min: number; readonly max: number };
  readonly cleared?: number;
}

/** A limit of the answer: a whole number between two ends, or any number without them. */
export function limit(number: EditorTextKey, ends?: NumberProperty["ends"]): NumberProperty {
  return { number, of: "validation", ...(ends && { ends }) };
}

/** A property of the field itself. */
export function makeBound(number: "min" | "max" | "step", min: number, max: number): NumberProperty {
  return { number, of: "field", ends: { min, max } };
}

const PREFIXES = { new_choice: "c", new_row: "r", new_column: "c" } as const;

/** Returns the initial choices of a new field. */
export function newItems(words: Words, key: keyof typeof PREFIXES, count: number): readonly Choice[] {
  const prefix = PREFIXES[key];
  return Array.from({ length: count }, (_, at) => ({ id: `${prefix}${at + 1}`, label: words(key, at + 1) }));
}
