/** The HTML around letters: tables and inline styles, because mail programs support little else. */
import { type Html, html } from "../html.ts";

const SANS = "-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif";
const SMALL = "margin:0;font-size:14px;line-height:1.5;color:#5c5a54";

interface LetterFrame {
  readonly language: string;
  readonly subject: string;
  /** Advice for readers who did not request the mail. */
  readonly ignore: string | Html;
}

/** @param rows rows of a table */
export function letterDocument({ language, subject, ignore }: LetterFrame, rows: Html): Html {
  return html`
    <html lang="${language}">
      <head>
        <meta charset="utf-8">
        <meta name="viewport" content="width=device-width">
        <meta name="color-scheme" content="light">
        <title>${subject}</title>
      </head>
      <body style="margin:0;background:#f4f2ed">
        <table role="presentation" width="100%" cellpadding="0" cellspacing="0" style="background:#f4f2ed">
          <tr>
            <td align="center" style="padding:32px 16px">
              <table
                role="presentation"
                width="100%"
                cellpadding="0"
                cellspacing="0"
                style="max-width:520px;background:#ffffff;border-radius:16px;font-family:${SANS};color:#22211e"
              >
                ${rows}
                <tr>
                  <td style="padding:20px 32px 32px;border-top:1px solid #e7e3da">
                    <p style="${SMALL}">${ignore}</p>
                  </td>
                </tr>
              </table>
            </td>
          </tr>
        </table>
      </body>
    </html>
  `;
}

/** Makes a row with a link that looks like a button, and a note about it. */
export function letterButton(link: string, label: string, note: string): Html {
  return html`
    <tr>
      <td style="padding:8px 32px 24px">
        <table role="presentation" cellpadding="0" cellspacing="0">
          <tr>
            <td style="border-radius:10px;background:#0f6b5c">
              <a
                href="${link}"
                style="display:inline-block;padding:13px 22px;font-size:16px;font-weight:600;color:#ffffff;text-align:center;text-decoration:none"
              >${label}</a>
            </td>
          </tr>
        </table>
        <p style="${SMALL};padding-top:10px">${note}</p>
      </td>
    </tr>
  `;
}

/** A row with the sentences that a letter begins with. */
export function letterParagraphs(paragraphs: readonly string[]): Html {
  return html`<tr><td style="padding:36px 32px 16px">${paragraphs.map(
    (paragraph) => html`<p style="margin:0 0 16px;font-size:16px;line-height:1.55">${paragraph}</p>`,
  )}</td></tr>`;
}
