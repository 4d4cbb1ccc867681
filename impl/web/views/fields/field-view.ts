import type { AnswerField, StoredFile } from "../../../answers/answer.ts";
import type { Html } from "../../../html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { Mentions } from "../mentions.ts";

/** A field with everything that its looks depend on. */
export interface FieldView<Field extends AnswerField = AnswerField> {
  readonly field: Field;
  readonly t: Translation;
  /** What was given before, as it was given. */
  readonly given: unknown;
  readonly files: readonly StoredFile[];
  /** Attributes that tie the inputs to hint and message of the field. */
  readonly aria: Html;
  /** Decides the order of shuffled choices: the same for one respondent. */
  readonly seed: string;
  readonly mentions: Mentions;
}

/** The given text, or nothing. */
export function givenText(given: unknown): string {
  return typeof given === "string" || typeof given === "number" ? String(given) : "";
}
