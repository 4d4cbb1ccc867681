/** Lists of items, such as people, tokens and deliveries, each with its actions. */
import { type Html, type HtmlValue, html } from "../../../platform/html.ts";

/** Draws a list. @param kind selects the separate styles of `forms`, `people` or `versions` */
export function rowList(rows: HtmlValue, kind?: "forms" | "people" | "versions"): Html {
  return html`<ul class="${kind === undefined ? "rows" : `rows ${kind}`}">${rows}</ul>`;
}

export interface Row {
  /** The name of the item. */
  readonly title: HtmlValue;
  /** A line below the name. */
  readonly text: HtmlValue;
  /** Content at the end of the row, such as a button. */
  readonly end?: HtmlValue;
}

export function row({ title, text, end }: Row): Html {
  return html`<li><div>${title}<p class="soft">${text}</p></div>${end}</li>`;
}
