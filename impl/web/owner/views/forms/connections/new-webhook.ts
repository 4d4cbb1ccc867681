/** The page that shows the secret of a new webhook. */
import type { Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { actions, linkButton } from "../../../../components/controls/buttons.ts";
import { copyable } from "../../snippets.ts";
import { formHead } from "../form-head.ts";
import type { Frame } from "./parts.ts";

/** Draws the page with the secret, which no other page shows. */
export function madePage({ t, form }: Omit<Frame, "csrf">, { id, url, secret }: Webhook): Html {
  return html`
    ${formHead(t, form, "settings")}
    <h2 class="sub">${t.say("hook_made_title")}</h2>
    <p class="lead">${t.say("hook_made_text")}</p>
    <section class="part panel secret"><h2 class="address">${url}</h2>${copyable(t, secret)}</section>
    ${actions(
      linkButton({
        text: t.say("hook_made_done"),
        look: "main",
        address: `/forms/${form.id}/connections/${id}`,
      }),
    )}
  `;
}
