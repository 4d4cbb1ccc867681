/** Shows what mails will say: the texts that accounts have written for them, with made-up answers. */
import type { FormStructure } from "../../../generated/types.ts";
import { mentionables, textParts } from "../../forms/mention.ts";
import { sampleOfEveryField } from "../../forms/sample-answers.ts";
import { offeredStructure } from "../../forms/structure/offered-form.ts";
import { readableForm } from "../../forms/structure/readable.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { translation } from "../../texts/translate.ts";
import type { ReadResponse } from "../latest.ts";
import type { MailTexts } from "./mail-texts.ts";
import { columnsFor } from "./new-answers.ts";
import { writeOwnSubject, writeOwnText } from "./own-text.ts";
import { receiptColumns, receiptWords, writeReceiptWords } from "./receipt-letter.ts";

/** The address of the respondent who does not exist (RFC 2606). */
const SAMPLE_ADDRESS = "respondent@example.com";

export interface TextsPreview extends MailTexts {
  /** The mentions of both texts that are no answers of the form, as they are written. */
  readonly unknown: readonly string[];
}

export function previewTexts(
  t: OwnerTranslation,
  stored: FormStructure,
  texts: MailTexts,
  now: Date,
): TextsPreview {
  const structure = offeredStructure(stored);
  const columns = columnsFor(t, structure, structure.default_language);
  const mentioned = { structure, columns, response: sampleResponse(structure, now) };
  return {
    subject: writeOwnSubject(texts.subject, mentioned),
    text: writeOwnText(texts.text, mentioned),
    unknown: unknownMentions(structure, texts),
  };
}

/** Shows the copy for a respondent, in the default language of its form. Undefined: the owner has written no words for it. */
export function previewReceipt(stored: FormStructure, now: Date): TextsPreview | undefined {
  const structure = offeredStructure(stored);
  const t = translation(structure.default_language, structure.default_language);
  const words = receiptWords(t, structure);
  if (words.subject === "" && words.text === "") return undefined;
  const columns = receiptColumns(t, structure);
  const { subject, text } = writeReceiptWords(t, {
    structure,
    columns,
    response: sampleResponse(structure, now),
  });
  return { subject, text, unknown: unknownMentions(structure, words) };
}

function sampleResponse(structure: FormStructure, now: Date): ReadResponse {
  const at = now.toISOString();
  return {
    id: "rsp_example",
    form_id: "",
    form_version: 1,
    status: "verified",
    language: structure.default_language,
    email: SAMPLE_ADDRESS,
    answers: sampleOfEveryField(structure, SAMPLE_ADDRESS, now),
    submitted_at: at,
    verified_at: at,
    marked_at: null,
    is_test: 0,
  };
}

function unknownMentions(structure: FormStructure, { subject, text }: MailTexts): string[] {
  const named = mentionables(structure);
  const parts = [...textParts(subject, () => true), ...textParts(text, () => true)];
  const ids = parts.flatMap((part) => (typeof part === "string" || named.has(part.id) ? [] : [part.id]));
  return [...new Set(ids)].map((id) => `{{${id}}}`);
}

/** An answer that a text can mention. */
export interface MentionableAnswer {
  readonly id: string;
  readonly label: string;
}

/** The answers that are asked for now, in the order of the form; retired ones keep their mentions, and are not proposed. */
export function listMentionable(t: OwnerTranslation, stored: FormStructure): MentionableAnswer[] {
  const named = mentionables(stored);
  const columns = columnsFor(t, readableForm(stored), stored.default_language);
  return columns
    .filter(({ field, isRetired }) => named.has(field) && !isRetired)
    .map(({ field, question }) => ({ id: field, label: question }));
}
