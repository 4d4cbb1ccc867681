/** Questions and answers in a letter. They are texts of others, so they are never links and never beside our own sentences. */
import { type Html, html } from "../html.ts";

export type LetterRow = readonly [question: string, answer: string];

/** Rows about one subject, such as a response. */
export interface LetterBlock {
  readonly title?: string | undefined;
  /** A text above the rows. */
  readonly text?: string;
  readonly rows: readonly LetterRow[];
}

export function blockText({ title, text, rows }: LetterBlock): string {
  const lines = rows.map(([question, answer]) => `${question}\n${quote(answer)}`);
  return [title, text !== undefined && quote(text), ...lines].filter(Boolean).join("\n\n");
}

function quote(text: string): string {
  return text.replace(/^/gm, "> ");
}

export function blockHtml({ title, text, rows }: LetterBlock): Html {
  return html`
    <tr>
      <td style="padding:0 32px 24px">
        <table
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          style="background:#f7f6f2;border-radius:12px"
        >
          <tr>
            <td style="padding:16px 20px 6px">
              ${title !== undefined && html`<p style="margin:0 0 10px;font-size:14px;font-weight:600">${title}</p>`}
              ${
                text !== undefined &&
                html`
                  <p style="margin:0 0 16px;font-size:16px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere">
                    ${text}
                  </p>
                `
              }
              ${rows.map(
                ([question, answer]) =>
                  html`
                    <p style="margin:0;font-size:14px;line-height:1.45;color:#5c5a54">${question}</p>
                    <p style="margin:0 0 12px;font-size:16px;line-height:1.5;white-space:pre-wrap;overflow-wrap:anywhere">
                      ${answer}
                    </p>
                  `,
              )}
            </td>
          </tr>
        </table>
      </td>
    </tr>
  `;
}
