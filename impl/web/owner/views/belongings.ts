/** The list of data that would be deleted with an account. */
import { type Html, html } from "../../../platform/html.ts";
import type { Belongings } from "../../../responses/retention/delete-account.ts";
import type { OwnerTranslation } from "../../../texts/owner/owner-texts.ts";
import { bulletList } from "../../components/blocks/bullets.ts";

export function belongingsList(t: OwnerTranslation, all: Belongings): Html {
  const count = (key: "forms" | "binned" | "responses" | "lessons" | "tokens", number: number) =>
    number > 0 && t.say(`delete_${key}`, { count: number });
  const counts = [
    count("forms", all.forms),
    count("binned", all.binnedForms),
    count("responses", all.responses),
    count("lessons", all.lessons),
    count("tokens", all.tokens),
  ];
  return html`
    <p>${t.say("delete_what")}</p>
    ${bulletList([...counts, t.say("delete_rest")])}
    ${all.sharedForms > 0 && html`<p class="notice">${t.say("delete_shared", { count: all.sharedForms })}</p>`}
    <p class="soft">${t.say("delete_stays")}</p>
  `;
}
