/** Stands in the place of a form that asks for a fresh sign-in. */
import { type Html, html } from "../../../platform/html.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

/** @param again address of the sign-in; undefined: the form is shown */
export function orSignInAgain(t: OwnerTranslation, again: string | undefined, form: Html): Html {
  if (again === undefined) return form;
  return html`<p>${t.say("sign_in_again_text")}</p><div class="actions"><a class="quiet" href="${again}">${t.say("sign_in_button")}</a></div>`;
}
