import { textKind } from "./parts/text.ts";

/** One line of text. */
export const shortText = textKind("one");
