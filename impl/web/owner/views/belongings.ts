/** What would be deleted with an account. */
import { type Html, html } from "../../../platform/html.ts";
import type { Belongings } from "../../../responses/retention/delete-account.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";

export function belongingsList(t: OwnerTranslation, all: Belongings): Html {
  const item = (key: "forms" | "responses" | "lessons" | "tokens") =>
    html`<li>${t.say(`delete_${key}`, { count: all[key] })}</li>`;
  return html`<p>${t.say("delete_what")}</p><ul class="bullets">${item("forms")}${item("responses")}${item("lessons")}${item("tokens")}<li>${t.say("delete_rest")}</li></ul>
${all.sharedForms > 0 && html`<p class="notice">${t.say("delete_shared", { count: all.sharedForms })}</p>`}<p class="soft">${t.say("delete_stays")}</p>`;
}
