import { attributes, html } from "../../platform/html.ts";
import type { DisplayKind } from "./kind.ts";

/** A heading within a page. */
export const section: DisplayKind = {
  own: {},
  heading: (label, marks, mentions) => html`<h2${attributes({ ...marks })}>${mentions.show(label)}</h2>`,
};
