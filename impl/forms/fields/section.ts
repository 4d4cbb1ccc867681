import { attributes, html } from "../../platform/html.ts";
import type { DisplayKind } from "./kind.ts";

/** A heading within a page. */
export const section: DisplayKind = {
  own: {},
  heading: (label, lang, mentions) => html`<h2${attributes({ lang })}>${mentions.show(label)}</h2>`,
};
