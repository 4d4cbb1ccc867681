/** The button in the message about a deletion that undoes it. */
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import type { ResponsesView } from "./view.ts";

export function restoreDeleted({
  t,
  csrf,
  formId,
  shown,
  responses,
}: {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly formId: string;
  /** The filters of the list, which the button leads back to. */
  readonly shown: ResponsesView["shown"];
  /** Ids of the deleted responses. */
  readonly responses: readonly string[];
}): Html {
  return postForm({
    action: `/forms/${formId}/responses/selected`,
    csrf,
    hidden: shown,
    content: [
      responses.map((response) => hiddenInputs({ response })),
      button({ text: t.say("response_restore"), look: "quiet", name: "action", value: "restore" }),
    ],
  });
}

/** Draws the link to the deleted responses. */
export function deletedLink(t: OwnerTranslation, address: string): Html {
  return html`<a href="${address}">${t.say("responses_deleted")}</a>`;
}
