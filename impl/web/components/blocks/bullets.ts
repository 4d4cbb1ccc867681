import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface ListLook {
  readonly className?: string;
  /** The language of the items, where it is not that of the page. */
  readonly lang?: string;
}

/** A list of sentences. `undefined` and `false` are left out. */
export function bulletList(
  items: readonly (Html | string | undefined | false)[],
  { className, lang }: ListLook = { className: "bullets" },
): Html {
  const shown: HtmlValue = items.map(
    (item) => item !== undefined && item !== false && html`<li>${item}</li>`,
  );
  return html`<ul${attributes({ class: className, lang })}>${shown}</ul>`;
}
