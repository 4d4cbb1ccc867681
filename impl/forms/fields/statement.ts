import type { DisplayKind } from "./kind.ts";
import { paragraphs } from "./parts/worded.ts";

/** A paragraph to read. */
export const statement: DisplayKind = {
  own: {},
  heading: (label, marks, mentions) => paragraphs(label, mentions, { class: "lead", ...marks }),
};
