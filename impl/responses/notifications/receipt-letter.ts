/** The mail with a copy of the answers for a respondent, and the words that the owner has written for it. */
import type { FormStructure } from "../../../generated/types.ts";
import { html } from "../../platform/html.ts";
import { type Letter, messageId } from "../../platform/mail/letter.ts";
import { letterDocument, letterParagraphs } from "../../platform/mail/letter-html.ts";
import { blockHtml, blockText, type LetterBlock } from "../../platform/mail/letter-rows.ts";
import { shorten } from "../../texts/shorten.ts";
import type { Translation } from "../../texts/translate.ts";
import { answerWording } from "../exports/answer-wording.ts";
import { type AnswerColumn, versionColumns } from "../exports/columns.ts";
import type { ReadResponse } from "../latest.ts";
import { answerRows, MAIL_LENGTH } from "./answer-rows.ts";
import type { MailTexts } from "./mail-texts.ts";
import { type MentionedResponse, writeOwnSubject, writeOwnText } from "./own-text.ts";

const TITLE_LENGTH = 100;

interface Receipt {
  readonly to: string;
  /** The address of the owner of the form. */
  readonly owner: string;
  readonly publicUrl: string;
}

/**
 * Writes a receipt with the questions that the respondent saw, without hidden fields and results, which belong to the owner. The
 * owner's own words may mention them. The text is set apart from our sentences, like answers, and has no links.
 */
export function receiptLetter(
  t: Translation,
  structure: FormStructure,
  response: ReadResponse,
  { to, owner, publicUrl }: Receipt,
): Letter {
  const { host } = new URL(publicUrl);
  const title = shortTitle(t, structure);
  const all = receiptColumns(t, structure);
  const asked = new Set(structure.pages.flatMap((page) => page.fields.map(({ id }) => id)));
  const rows = answerRows(
    all.filter(({ field }) => asked.has(field)),
    response,
    MAIL_LENGTH,
    all,
  );
  const { subject, text } = writeReceiptWords(t, { structure, columns: all, response });
  const ownRow = [t.say("mail_receipt_message", { owner }), text] as const;
  const blocks: LetterBlock[] = text === "" ? [{ rows }] : [{ rows: [ownRow] }, { rows }];
  const paragraphs = [t.say("mail_greeting"), t.say("mail_receipt_intro", { title, owner, host })];
  const ignore = t.say("mail_receipt_note", { owner });
  return {
    to,
    subject,
    text: `${[...paragraphs, ...blocks.map(blockText), ignore].join("\n\n")}\n`,
    html: `<!doctype html>${letterDocument(
      { language: t.language, subject, ignore },
      html`${letterParagraphs(paragraphs)}${blocks.map(blockHtml)}`,
    )}`,
    messageId: messageId(publicUrl, ["receipt", response.id]),
  };
}

/** All answers, hidden fields and results in the language of a respondent. */
export function receiptColumns(t: Translation, structure: FormStructure): readonly AnswerColumn[] {
  return versionColumns(
    structure,
    answerWording(t, { language: t.language, fallback: structure.default_language }),
  );
}

/** Writes the owner's subject and text, with answers in place of mentions. An empty subject is replaced by that of the service. */
export function writeReceiptWords(t: Translation, mentioned: MentionedResponse): MailTexts {
  const { structure } = mentioned;
  const { subject, text } = receiptWords(t, structure);
  const own = writeOwnSubject(subject, mentioned);
  return {
    subject: own === "" ? t.say("mail_receipt_subject", { title: shortTitle(t, structure) }) : own,
    text: writeOwnText(text, mentioned),
  };
}

/** The words of the owner as they are written, in the language of a respondent. */
export function receiptWords(t: Translation, { settings = {} }: FormStructure): MailTexts {
  const { receipt_subject, receipt_text } = settings;
  return {
    subject: receipt_subject === undefined ? "" : t.of(receipt_subject),
    text: receipt_text === undefined ? "" : t.of(receipt_text),
  };
}

function shortTitle(t: Translation, { title }: FormStructure): string {
  return shorten(t.of(title).replace(/\s+/g, " ").trim(), TITLE_LENGTH);
}
