import { attributes, type Html, type HtmlValue, html } from "../../../platform/html.ts";

export interface Part {
  readonly title: string;
  /** For links to the part. */
  readonly id?: string;
  /** For links to the title of the part. */
  readonly titleId?: string;
  /** Classes beside `part`, such as `panel`: on a ground of its own. */
  readonly look?: string;
  readonly content: HtmlValue;
}

/** A part of a page, below its title. */
export function part({ title, id, titleId, look, content }: Part): Html {
  const values = attributes({ class: look === undefined ? "part" : `part ${look}`, id });
  return html`<section${values}><h2${attributes({ id: titleId })}>${title}</h2>${content}</section>`;
}
