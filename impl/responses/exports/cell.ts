/** Answers as the cells of a table. */
import type { Choice, FormField, Language, LocalizedText, OtherAnswer } from "../../../generated/types.ts";
import { isStoredFile, type StoredAnswer, type StoredFile } from "../../forms/answers/answer.ts";
import type { Digits } from "../../texts/number.ts";

/** The value of a cell. Numbers stay numbers, because a spreadsheet does not take them for formulas. */
export type Cell = string | number | undefined;

/** The response and the field of an uploaded file. */
export interface FilePlace {
  readonly responseId: string;
  readonly fieldId: string;
  /** Among the files of the answer, from 1. */
  readonly number: number;
}

/** How an export refers to an uploaded file. */
export type FileReference = (file: StoredFile, place: FilePlace) => string;

export interface Wording {
  readonly language: Language;
  /** The language for untranslated texts; undefined: they are left out, as in a file with one language. */
  readonly fallback?: Language;
  readonly file: FileReference;
  /** How yes and no are written; in a file as `true` and `false`. */
  readonly boolean?: (value: boolean) => string;
  /** How days and times are shown beside other texts; a file has ISO 8601. */
  readonly time?: (kind: "date" | "datetime", iso: string) => string;
  /** How numbers are shown beside other texts; a file has them as they are. */
  readonly number?: (value: number, digits: Digits | undefined) => string;
}

const SEPARATOR = "; ";

/** An answer as people read it: choices by their labels, several of them in one cell. */
export function formatCell(
  field: FormField,
  answer: StoredAnswer | undefined,
  wording: Wording,
  responseId: string,
): Cell {
  if (answer === undefined) return undefined;
  if (typeof answer === "number") return answer;
  if (typeof answer === "boolean") return wording.boolean?.(answer) ?? String(answer);
  const choices = "choices" in field ? field.choices : [];
  if (typeof answer === "string") return choices.length > 0 ? choiceLabel(choices, answer, wording) : answer;
  if (Array.isArray(answer)) {
    const texts = answer.map((item: string | OtherAnswer | StoredFile, index) => {
      if (typeof item === "string") return choiceLabel(choices, item, wording);
      if (!isStoredFile(item)) return item.other;
      return wording.file(item, { responseId, fieldId: field.id, number: index + 1 });
    });
    return texts.join(SEPARATOR);
  }
  return "other" in answer ? answer.other : undefined;
}

/** The answer to one row of a matrix. */
export function rowCell(
  columns: readonly Choice[],
  row: string,
  answer: StoredAnswer | undefined,
  wording: Wording,
): Cell {
  const rows = typeof answer === "object" && "rows" in answer ? answer.rows : {};
  if (!Object.hasOwn(rows, row)) return undefined;
  return [rows[row]!]
    .flat()
    .map((id) => choiceLabel(columns, id, wording))
    .join(SEPARATOR);
}

function choiceLabel(choices: readonly Choice[], id: string, wording: Wording): string {
  return chooseText(choices.find((choice) => choice.id === id)?.label, wording) ?? id;
}

export function chooseText(
  text: LocalizedText | undefined,
  { language, fallback = language }: Wording,
): string | undefined {
  return text?.[language] ?? text?.[fallback];
}
