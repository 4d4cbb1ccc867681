import { html } from "../../platform/html.ts";
import { commonAttributes } from "./parts/line-input.ts";
import { textKind } from "./parts/text.ts";
import { rawText } from "./parts/view.ts";

/** Text of several lines. */
export const longText = textKind(
  "many",
  (view) =>
    html`<textarea${commonAttributes(view)} rows="5"${view.aria}>${rawText(view.rawAnswer)}</textarea>`,
);
