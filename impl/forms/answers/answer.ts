/** The types of answers: as they are typed, and as they are stored once they are checked. */
import type { DisplayField, FormField, MatrixAnswer, OtherAnswer } from "../../../generated/types.ts";

/** A file in an answer: `FileAnswer` of the spec with the id of the stored file. */
export interface StoredFile {
  readonly id: string;
  readonly name: string;
  readonly size_bytes: number;
  readonly content_type: string;
}

/** The value of a field, hidden field or calculation; `Answer` in the spec. */
export type StoredAnswer =
  | string
  | number
  | boolean
  | OtherAnswer
  | readonly (string | OtherAnswer)[]
  | readonly StoredFile[]
  | MatrixAnswer;

/** Answers by the id of a field, hidden field or calculation. Fields that were hidden or left empty are missing. */
export type Answers = Readonly<Record<string, StoredAnswer>>;

/**
 * Unchecked answers by field id: JSON in the shape of the answer, or the typed text where the answer is a number or a
 * boolean. Without files.
 */
export type RawAnswers = Readonly<Record<string, unknown>>;

/** The fields that hold a file. */
export type FileField = Extract<FormField, { type: "file_upload" | "signature" }>;

/** The fields that take an answer. The others only show text. */
export type AnswerField = Exclude<FormField, DisplayField>;

/** Whether an item of an answer is a file rather than a choice. */
export function isStoredFile(item: unknown): item is StoredFile {
  return typeof item === "object" && item !== null && "content_type" in item;
}
