import type { AnswerField, StoredFile } from "../../../answers/answer.ts";
import type { Html } from "../../../html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Mentions } from "../mentions.ts";

/** A field with everything that its looks depend on. */
export interface FieldView<Field extends AnswerField = AnswerField> {
  readonly field: Field;
  readonly t: Translation;
  /** The answer so far, as it was typed. */
  readonly rawAnswer: unknown;
  readonly files: readonly StoredFile[];
  /** Attributes that tie the inputs to hint and message of the field. */
  readonly aria: Html;
  /** Decides the order of shuffled choices: the same for one respondent. */
  readonly seed: string;
  readonly mentions: Mentions;
}

/** The answer as text; empty if it is neither text nor a number. */
export function rawText(rawAnswer: unknown): string {
  return typeof rawAnswer === "string" || typeof rawAnswer === "number" ? String(rawAnswer) : "";
}
