import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface Table {
  readonly className?: string;
  /** A description of the table for screen readers only. */
  readonly caption?: string;
  /** The cells of the first row. */
  readonly heads: HtmlValue;
  /** Whether only screen readers say the first row. */
  readonly isHeadHidden?: boolean;
  /** The other rows. */
  readonly rows: HtmlValue;
}

export function table({ className, caption, heads, isHeadHidden, rows }: Table): Html {
  return html`
    <table${attributes({ class: className })}>
      ${caption !== undefined && html`<caption class="vh">${caption}</caption>`}
      <thead${attributes({ class: isHeadHidden ? "vh" : undefined })}><tr>${heads}</tr></thead>
      <tbody>${rows}</tbody>
    </table>
  `;
}

export interface ColumnHead {
  readonly className?: string;
  /** The language of the text; undefined: the language of the page. */
  readonly lang?: string | undefined;
}

/** Draws the head of a column. */
export function columnHead(text: HtmlValue, { className, lang }: ColumnHead = {}): Html {
  return html`<th scope="col"${attributes({ class: className, lang })}>${text}</th>`;
}
