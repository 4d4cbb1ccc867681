/** Replaces a form that requires a fresh sign-in with a link to the sign-in. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { actions, linkButton } from "../../components/controls/buttons.ts";

/** Returns the form, or the link. @param again address of the sign-in; undefined: the form is shown */
export function showOrSignInAgain(t: OwnerTranslation, again: string | undefined, form: Html): Html {
  if (again === undefined) return form;
  return html`
    <p>${t.say("sign_in_again_text")}</p>
    ${actions(linkButton({ text: t.say("sign_in_button"), look: "quiet", address: again }))}
  `;
}
