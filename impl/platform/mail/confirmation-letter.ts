/** The mail that asks a respondent to confirm their address. */

import type { Translation } from "../../texts/translate.ts";
import { type Html, html } from "../html.ts";
import { harmlessTitle } from "./harmless-title.ts";
import type { Letter } from "./letter.ts";
import { letterButton, letterDocument, letterParagraphs } from "./letter-html.ts";

export interface Confirmation {
  readonly to: string;
  /** Address of the account that the form belongs to. */
  readonly owner: string;
  /** The host of the service. */
  readonly host: string;
  /** The title of the form. */
  readonly title: string;
  /** Whether the owner reads the mails of the account's address, so that it says who is behind the title. */
  readonly isOwnerConfirmed: boolean;
  readonly code: string;
  /** The address at which the respondent confirms without the code. */
  readonly link: string;
  /** For how long a place is held; undefined: none is. */
  readonly hold: string | undefined;
}

/**
 * The letter that asks a respondent to confirm their address, by code or by link. It says who is behind the form, and has no
 * text of the form except a harmless title: any visitor can have it sent to a stranger, who would take such a text for ours.
 */
export function confirmationLetter({ say, language }: Translation, confirmation: Confirmation): Letter {
  const { to, code, link, hold, owner, host, isOwnerConfirmed } = confirmation;
  const title = isOwnerConfirmed ? harmlessTitle(confirmation.title) : undefined;
  const subject = say("mail_subject", { code });
  const named = title === undefined ? "mail_intro" : "mail_intro_title";
  const intro = [say("mail_greeting"), say(named, { title: title ?? "", owner, host })];
  const paragraphs = hold === undefined ? intro : [...intro, hold];
  const [label, lifetime] = [say("mail_code"), say("mail_code_lifetime")];
  const [button, note] = [say("mail_link"), say("mail_link_lifetime")];
  const ignore = say("mail_ignore");
  const text = [...paragraphs, `${label}: ${code}\n${lifetime}`, `${button}:\n${link}\n${note}`, ignore].join(
    "\n\n",
  );
  const rows = html`${letterParagraphs(paragraphs)}${codeRow(code, label, lifetime)}${letterButton(link, button, note)}`;
  return {
    to,
    subject,
    text: `${text}\n`,
    html: `<!doctype html>${letterDocument({ language, subject, ignore }, rows)}`,
  };
}

/** Large, and apart from each other. */
const DIGITS = [
  "margin:0 0 6px",
  "font-family:ui-monospace,Menlo,Consolas,monospace",
  "font-size:34px",
  "font-weight:700",
  "letter-spacing:8px",
  "padding-left:8px",
  "color:#0b4f45",
].join(";");

/** The code on a coloured ground. */
function codeRow(code: string, label: string, lifetime: string): Html {
  return html`
    <tr>
      <td style="padding:0 32px 16px">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#eef5f2;border-radius:12px"
        >
          <tr>
            <td align="center" style="padding:20px 16px">
              <p style="margin:0 0 6px;font-size:14px;color:#3d5a52">${label}</p>
              <p style="${DIGITS}">${code}</p>
              <p style="margin:0;font-size:14px;color:#3d5a52">${lifetime}</p>
            </td>
          </tr>
        </table>
      </td>
    </tr>
  `;
}
