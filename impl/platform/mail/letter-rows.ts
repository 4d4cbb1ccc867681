/** Questions and answers in a letter. They are texts of others, so they are never links and never beside our own sentences. */
import { type Html, html } from "../html.ts";

export type LetterRow = readonly [question: string, answer: string];

/** Rows about one subject, such as a response. */
export interface LetterBlock {
  readonly title?: string | undefined;
  readonly rows: readonly LetterRow[];
}

export function blockText({ title, rows }: LetterBlock): string {
  const lines = rows.map(([question, answer]) => `${question}\n${answer.replace(/^/gm, "> ")}`);
  return [...(title === undefined ? [] : [title]), ...lines].join("\n\n");
}

export function blockHtml({ title, rows }: LetterBlock): Html {
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
