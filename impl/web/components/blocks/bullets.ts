import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface ListLook {
  readonly className?: string;
  /** The language of the items; undefined: the language of the page. */
  readonly lang?: string;
}

/** Draws a list of sentences, without items that are `undefined` or `false`. */
export function bulletList(
  items: readonly (Html | string | undefined | false)[],
  { className, lang }: ListLook = { className: "bullets" },
): Html {
  const shown: HtmlValue = items.map(
    (item) => item !== undefined && item !== false && html`<li>${item}</li>`,
  );
  return html`<ul${attributes({ class: className, lang })}>${shown}</ul>`;
}
