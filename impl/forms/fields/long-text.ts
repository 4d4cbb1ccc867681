import { textKind } from "./parts/text.ts";

/** Text of several lines. */
export const longText = textKind("many");
