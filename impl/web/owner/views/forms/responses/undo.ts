/** The button in the message about responses that have left the list, which brings them back. */
import { type Html, html } from "../../../../../platform/html.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import type { ResponsesView } from "./view.ts";

export function bringBackButton({
  csrf,
  formId,
  shown,
  responses,
  action,
  text,
}: {
  readonly csrf: string;
  readonly formId: string;
  /** The filters of the list, which the button leads back to. */
  readonly shown: ResponsesView["shown"];
  /** Ids of the responses that have left. */
  readonly responses: readonly string[];
  readonly action: "restore" | "not_spam";
  readonly text: string;
}): Html {
  return postForm({
    action: `/forms/${formId}/responses/selected`,
    csrf,
    hidden: shown,
    content: [
      responses.map((response) => hiddenInputs({ response })),
      button({ text, look: "quiet", name: "action", value: action }),
    ],
  });
}

/** Draws the link to the list of all responses that have left in the same way. */
export function leftLink(text: string, address: string): Html {
  return html`<a href="${address}">${text}</a>`;
}
