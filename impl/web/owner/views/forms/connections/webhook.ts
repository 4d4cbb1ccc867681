/** The page of one webhook, with its log. */
import type { Delivery, Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { confirmBox } from "../../../../components/blocks/disclosure.ts";
import { type Fact, factList } from "../../../../components/blocks/facts.ts";
import { part } from "../../../../components/blocks/part.ts";
import { row, rowList } from "../../../../components/blocks/rows.ts";
import { actions } from "../../../../components/controls/buttons.ts";
import { formHead } from "../form-head.ts";
import { EVENT_TEXTS, type Frame, hookButton, outcomeText, stateChip } from "./parts.ts";
import { eventTexts } from "./webhook-list.ts";

export interface WebhookView extends Frame {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
}

export function webhookPage(view: WebhookView): Html {
  const { t, csrf, form, webhook, deliveries } = view;
  const { disabled_at, addresses, created_at, format } = webhook;
  const facts: readonly Fact[] = [
    [t.say("hook_state"), stateChip(t, webhook)],
    [t.say("hook_format"), t.say(`hook_format_${format}`)],
    [t.say("hook_events"), eventTexts(t, webhook)],
    [t.say("responses_title"), t.say(addresses === 1 ? "hook_answers_all" : "hook_answers_only")],
    [t.say("hook_made"), t.time(created_at)],
  ];
  const log =
    deliveries.length === 0
      ? html`<p class="soft">${t.say("hook_log_none")}</p>`
      : html`
        ${rowList(deliveries.map((one) => deliveryRow(view, one)))}
        <p class="soft">${t.say("hook_log_text")}</p>
      `;
  return html`
    ${formHead(t, form, "settings")}
    <p class="back"><a href="/forms/${form.id}/connections">${t.say("hooks_title")}</a></p>
    <h2 class="sub">${new URL(webhook.url).host}</h2>
    <p class="lead address">${webhook.url}</p>
    ${factList(facts, "facts across")}
    ${disabled_at !== null && html`<p class="notice">${t.say("hook_off_text", { date: t.time(disabled_at) })}</p>`}
    <section class="part">
      <p class="soft">${t.say("hook_test_text")}</p>
      ${actions(
        hookButton(view, "test", t.say("hook_test")),
        disabled_at !== null && hookButton(view, "enable", t.say("hook_enable")),
      )}
    </section>
    ${part({ title: t.say("hook_log"), content: log })}
    <section class="part">
      ${confirmBox({
        summary: t.say("hook_remove"),
        text: t.say("hook_remove_text"),
        action: `/forms/${form.id}/connections/${webhook.id}`,
        csrf,
        button: { text: t.say("hook_remove_button"), look: "danger", name: "action", value: "remove" },
      })}
    </section>
  `;
}

function deliveryRow(view: WebhookView, delivery: Delivery): Html {
  const { t, webhook } = view;
  const { id, event, created_at } = delivery;
  const date = t.time(created_at);
  const name = t.say(EVENT_TEXTS[event]);
  const again = hookButton(view, "resend", t.say("hook_resend"), {
    look: "link",
    delivery: id,
    label: t.say("hook_resend_one", { event: name, date }),
  });
  return row({
    title: html`<a href="/forms/${webhook.form_id}/connections/${webhook.id}/${id}">${name}</a>`,
    text: html`${date} · ${outcomeText(t, delivery)}`,
    end: again,
  });
}
