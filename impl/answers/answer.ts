/** The types of answers: as they are typed, and as they are stored once they are checked. */
import type { DisplayField, FormField, MatrixAnswer, OtherAnswer } from "../../generated/types.ts";

/** A file as an answer holds it: `FileAnswer` of the spec, and the id under which the service finds it again. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly content_type: string;
}

/** What a field, hidden field or calculation is answered with; the shapes are those of `Answer` in the spec. */
export type StoredAnswer =
  | string
  | number
  | boolean
  | OtherAnswer
  | readonly (string | OtherAnswer)[]
  | readonly StoredFile[]
  | MatrixAnswer;

/** By id of field, hidden field or calculation. What was hidden or left empty is missing. */
export type Answers = Readonly<Record<string, StoredAnswer>>;

/**
 * What somebody gave for each field, before anybody has checked it: JSON in the shape of the answer, or the text that
 * was typed where the answer is a number or a boolean. Files are not in it.
 */
export type RawAnswers = Readonly<Record<string, unknown>>;

/** The fields that hold a file. */
export type FileField = Extract<FormField, { type: "file_upload" | "signature" }>;

/** The fields that people answer; the others are only read. */
export type AnswerField = Exclude<FormField, DisplayField>;

export function takesAnswer(field: FormField): field is AnswerField {
  return field.type !== "statement" && field.type !== "section";
}

export function isFileField(field: FormField): field is FileField {
  return field.type === "file_upload" || field.type === "signature";
}

/** Whether an item of an answer is a file rather than a choice. */
export function isStoredFile(item: unknown): item is StoredFile {
  return typeof item === "object" && item !== null && "content_type" in item;
}
