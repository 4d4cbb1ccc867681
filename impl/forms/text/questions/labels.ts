/** Knows labels that define a question by themselves, such as "Email". */

import type { FieldType } from "../../fields/client/client-kind.ts";
import { ofGroup, type WordName, type Words } from "../words.ts";
import type { QuestionText } from "./question-text.ts";

export type LabelName = Extract<WordName, `labels.${string}`>;

/** The meaning of a well-known label; undefined for all others. */
export function knownLabel(label: string, words: Words): LabelName | undefined {
  return words.whole(label, ofGroup("labels"));
}

/** The type of the question that a well-known label asks. */
export function typeOfLabel(name: LabelName): FieldType {
  return name === "labels.photo" ? "file_upload" : (name.slice("labels.".length) as FieldType);
}

/** Whether a text that stands in a sentence is a question: by its details or choices, or because its label is well-known. */
export function isClear({ label, details, choices }: QuestionText, words: Words): boolean {
  return details.length + choices.length > 0 || knownLabel(label, words) !== undefined;
}
