import { lineInput } from "./parts/line-input.ts";
import { textKind } from "./parts/text.ts";

/** One line of text. */
export const shortText = textKind("one", (view) => lineInput(view, "text"));
