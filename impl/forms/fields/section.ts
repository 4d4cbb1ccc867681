import { attributes, html } from "../../platform/html.ts";
import type { DisplayKind } from "./kind.ts";
import { textMarks } from "./parts/wordings.ts";

/** A heading within a page. */
export const section: DisplayKind = {
  own: {},
  heading: (label, t, mentions) =>
    html`<h2${attributes({ ...textMarks(t, label) })}>${mentions.show(t.of(label))}</h2>`,
};
