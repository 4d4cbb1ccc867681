/** Lists of things, such as people, tokens and deliveries, with what can be done with each. */
import { type Html, type HtmlValue, html } from "../../../platform/html.ts";

/** @param kind `forms`, `people`: they have styles of their own */
export function rowList(rows: HtmlValue, kind?: "forms" | "people"): Html {
  return html`<ul class="${kind === undefined ? "rows" : `rows ${kind}`}">${rows}</ul>`;
}

export interface Row {
  /** The name of the thing. */
  readonly title: HtmlValue;
  /** A line below the name. */
  readonly text: HtmlValue;
  /** At the end of the row, such as a button. */
  readonly end?: HtmlValue;
}

export function row({ title, text, end }: Row): Html {
  return html`<li><div>${title}<p class="soft">${text}</p></div>${end}</li>`;
}
