/** The mail about new responses. Answers are in it only if its reader has turned that on, and set apart from our own text. */
import { html } from "../../platform/html.ts";
import { type Letter, messageId } from "../../platform/mail/letter.ts";
import { letterButton, letterDocument, letterParagraphs } from "../../platform/mail/letter-html.ts";
import { blockHtml, blockText, type LetterBlock } from "../../platform/mail/letter-rows.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";

export interface ResponseMail {
  readonly to: string;
  /** Whether it goes to an address without an account, for which the pages are not. */
  readonly isCopy: boolean;
  /** The host of the service. */
  readonly host: string;
  /** New responses. */
  readonly count: number;
  /** The title for the owner of the form, who wrote it; for others the address of the owner. */
  readonly form: { readonly title: string } | { readonly owner: string };
  /** The subject that the account has written, as one line; undefined: that of the service. */
  readonly subject: string | undefined;
  /** The new responses, each with its answers; empty: the mail only counts them. */
  readonly answers: readonly LetterBlock[];
  readonly responsesUrl: string;
  readonly settingsUrl: string;
  /** The address that unsubscribes from these mails with one click. */
  readonly unsubscribeUrl: string;
  /** The parts from which `messageId` is computed. */
  readonly identity: readonly string[];
}

const TITLE_LENGTH = 100;

export function responseLetter(t: OwnerTranslation, mail: ResponseMail): Letter {
  const { to, isCopy, host, count, form, answers, responsesUrl, settingsUrl, unsubscribeUrl, identity } =
    mail;
  const subject = mail.subject ?? t.say("mail_responses_subject", { count, host });
  const paragraphs = [
    t.say("letter_greeting"),
    "title" in form
      ? t.say("mail_responses_own", { count, title: oneLine(form.title) })
      : t.say("mail_responses_shared", { count, owner: form.owner }),
  ];
  const button = t.say("mail_responses_button");
  const note = t.say("mail_responses_note");
  const [change, end] = [t.say("mail_responses_change"), t.say("mail_responses_end")];
  const rows = html`
    ${letterParagraphs(paragraphs)}
    ${answers.map(blockHtml)}
    ${!isCopy && letterButton(responsesUrl, button, note)}
  `;
  const link = (url: string, text: string) => html`<a href="${url}" style="color:#0f6b5c">${text}</a>`;
  const ignore = html`${!isCopy && html`${link(settingsUrl, change)} · `}${link(unsubscribeUrl, end)}`;
  const pages = [`${button}:\n${responsesUrl}\n${note}`, `${change}:\n${settingsUrl}`];
  return {
    to,
    subject,
    text: `${[...paragraphs, ...answers.map(blockText), ...(isCopy ? [] : pages), `${end}:\n${unsubscribeUrl}`].join("\n\n")}\n`,
    html: `<!doctype html>${letterDocument({ language: t.language, subject, ignore }, rows)}`,
    messageId: messageId(responsesUrl, identity),
    headers: {
      // RFC 2369 and RFC 8058: mail programs show a button that ends the mails.
      "List-Unsubscribe": `<${unsubscribeUrl}>`,
      "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    },
  };
}

function oneLine(title: string): string {
  return shorten(title.replace(/\s+/g, " ").trim(), TITLE_LENGTH);
}
