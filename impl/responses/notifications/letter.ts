/** The mail about new responses. It has no text of a respondent, which could pass for ours. */
import { hash } from "node:crypto";
import { html } from "../../platform/html.ts";
import type { Letter } from "../../platform/mail/letter.ts";
import { letterButton, letterDocument } from "../../platform/mail/letter-html.ts";
import type { OwnerTranslation } from "../../texts/owner/owner-texts.ts";
import { shorten } from "../../texts/shorten.ts";

export interface ResponseMail {
  readonly to: string;
  /** Of the service. */
  readonly host: string;
  /** New responses. */
  readonly count: number;
  /** The title for the owner of the form, who wrote it; for others the address of the owner. */
  readonly form: { readonly title: string } | { readonly owner: string };
  readonly responsesUrl: string;
  readonly settingsUrl: string;
  /** Where one click ends these mails. */
  readonly unsubscribeUrl: string;
  /** The same for a mail that is sent again because its first sending was not recorded: mail programs show it once. */
  readonly identity: readonly string[];
}

const TITLE_LENGTH = 100;

export function responseLetter(t: OwnerTranslation, mail: ResponseMail): Letter {
  const { to, host, count, form, responsesUrl, settingsUrl, unsubscribeUrl, identity } = mail;
  const subject = t.say("mail_responses_subject", { count, host });
  const paragraphs = [
    t.say("letter_greeting"),
    "title" in form
      ? t.say("mail_responses_own", { count, title: oneLine(form.title) })
      : t.say("mail_responses_shared", { count, owner: form.owner }),
  ];
  const button = t.say("mail_responses_button");
  const note = t.say("mail_responses_note");
  const [change, end] = [t.say("mail_responses_change"), t.say("mail_responses_end")];
  const rows = html`<tr><td style="padding:36px 32px 16px">${paragraphs.map(
    (paragraph) => html`<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${paragraph}</p>`,
  )}</td></tr>
${letterButton(responsesUrl, button, note)}`;
  const link = (url: string, text: string) => html`<a href="${url}" style="color:#0f6b5c">${text}</a>`;
  const ignore = html`${link(settingsUrl, change)} · ${link(unsubscribeUrl, end)}`;
  return {
    to,
    subject,
    text: `${[...paragraphs, `${button}:\n${responsesUrl}\n${note}`, `${change}:\n${settingsUrl}`, `${end}:\n${unsubscribeUrl}`].join("\n\n")}\n`,
    html: `<!doctype html>${letterDocument({ language: t.language, subject, ignore }, rows)}`,
    messageId: `<${hash("sha256", JSON.stringify(identity)).slice(0, 40)}@${new URL(responsesUrl).hostname}>`,
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
