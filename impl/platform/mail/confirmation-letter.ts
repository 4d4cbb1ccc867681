/** The mail that asks a respondent to confirm their address. */

import type { Translation } from "../../texts/translate.ts";
import { type Html, html } from "../html.ts";
import { harmlessTitle } from "./harmless-title.ts";
import type { Letter } from "./letter.ts";
import { letterButton, letterDocument } from "./letter-html.ts";

export interface Confirmation {
  readonly to: string;
  /** Address of the account that the form belongs to. */
  readonly owner: string;
  /** Of the service. */
  readonly host: string;
  /** Of the form. */
  readonly title: string;
  /** Whether the owner reads the mails of the account's address, so that it says who is behind the title. */
  readonly isOwnerConfirmed: boolean;
  readonly code: string;
  /** Where the respondent confirms without the code. */
  readonly link: string;
}

/**
 * The letter that asks a respondent to confirm their address, by code or by link. It says who is behind the form, and has no
 * text of the form except a harmless title: any visitor can have it sent to a stranger, who would take such a text for ours.
 */
export function confirmationLetter({ say, language }: Translation, confirmation: Confirmation): Letter {
  const { to, code, link, owner, host, isOwnerConfirmed } = confirmation;
  const title = isOwnerConfirmed ? harmlessTitle(confirmation.title) : undefined;
  const subject = say("mail_subject", { code });
  const words = {
    greeting: say("mail_greeting"),
    intro:
      title === undefined
        ? say("mail_intro", { owner, host })
        : say("mail_intro_title", { title, owner, host }),
    code: say("mail_code"),
    codeLifetime: say("mail_code_lifetime"),
    link: say("mail_link"),
    linkLifetime: say("mail_link_lifetime"),
    ignore: say("mail_ignore"),
  };
  const text = [
    words.greeting,
    words.intro,
    `${words.code}: ${code}\n${words.codeLifetime}`,
    `${words.link}:\n${link}\n${words.linkLifetime}`,
    words.ignore,
  ].join("\n\n");
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>${letterHtml(language, subject, code, link, words)}`,
  };
}

/** The code on a coloured ground, then the link as a button. */
function letterHtml(
  language: string,
  subject: string,
  code: string,
  link: string,
  words: Readonly<
    Record<"greeting" | "intro" | "code" | "codeLifetime" | "link" | "linkLifetime" | "ignore", string>
  >,
): Html {
  return letterDocument(
    { language, subject, ignore: words.ignore },
    html`<tr><td style="padding:36px 32px 8px">
<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${words.greeting}</p>
<p style="margin:0;font-size:16px;line-height:1.55">${words.intro}</p>
</td></tr>
<tr><td style="padding:16px 32px">
<table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#eef5f2;border-radius:12px">
<tr><td align="center" style="padding:20px 16px">
<p style="margin:0 0 6px;font-size:14px;color:#3d5a52">${words.code}</p>
<p style="margin:0 0 6px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:34px;font-weight:700;letter-spacing:8px;padding-left:8px;color:#0b4f45">${code}</p>
<p style="margin:0;font-size:14px;color:#3d5a52">${words.codeLifetime}</p>
</td></tr>
</table>
</td></tr>
${letterButton(link, words.link, words.linkLifetime)}`,
  );
}
