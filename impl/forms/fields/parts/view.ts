/** The data from which the inputs of all field types are drawn. */
import type { Language } from "../../../../generated/types.ts";
import type { Html } from "../../../platform/html.ts";
import type { Translation } from "../../../texts/translate.ts";
import type { AnswerField, StoredFile } from "../../answers/answer.ts";
import type { Images } from "./picture.ts";
import type { Shows } from "./wordings.ts";

/** A field and all that its input is drawn from. */
export interface FieldView<Field extends AnswerField = AnswerField> {
  readonly field: Field;
  readonly t: Translation;
  /** The default language of the form. */
  readonly language: Language;
  /** The answer so far, as it was typed. */
  readonly rawAnswer: unknown;
  readonly files: readonly StoredFile[];
  /** Ids of files that the respondent has asked to remove. */
  readonly removed?: ReadonlySet<string> | undefined;
  /** The free places by the id of the choice; 0: it is full. A choice without a capacity is missing. */
  readonly places: ReadonlyMap<string, number>;
  /** Attributes that connect the inputs to the hint and the message of the field. */
  readonly aria: Html;
  readonly images: Images;
  /** The seed of shuffled choices, the same for one respondent. */
  readonly seed: string;
  readonly now: Date;
  readonly mentions: Shows;
}

/** The answer as text; empty if it is neither text nor a number. */
export function rawText(rawAnswer: unknown): string {
  return typeof rawAnswer === "string" || typeof rawAnswer === "number" ? String(rawAnswer) : "";
}
