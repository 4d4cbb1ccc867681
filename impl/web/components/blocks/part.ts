import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface Part {
  readonly title: string;
  /** An id for links to the part. */
  readonly id?: string;
  /** An id for links to the title of the part. */
  readonly titleId?: string;
  /** Further classes, such as `panel`, which has a background. */
  readonly look?: string;
  readonly content: HtmlValue;
}

/** Draws a part of a page below its title. */
export function part({ title, id, titleId, look, content }: Part): Html {
  const values = attributes({ class: look === undefined ? "part" : `part ${look}`, id });
  return html`<section${values}><h2${attributes({ id: titleId })}>${title}</h2>${content}</section>`;
}
