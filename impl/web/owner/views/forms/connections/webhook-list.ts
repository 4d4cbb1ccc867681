/** The webhooks of a form, each with its events and whether it is on. */
import { WEBHOOK_EVENTS } from "../../../../../forms/webhooks/events.ts";
import type { Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { row, rowList } from "../../../../components/blocks/rows.ts";
import { EVENT_TEXTS, type Frame, stateChip } from "./parts.ts";

type Listed = Pick<Frame, "t"> & { readonly form: { readonly id: string } };

export function webhookList(view: Listed & { readonly webhooks: readonly Webhook[] }): Html {
  const { t, webhooks } = view;
  return webhooks.length === 0
    ? html`<p class="soft">${t.say("hooks_none")}</p>`
    : rowList(webhooks.map((one) => webhookRow(view, one)));
}

function webhookRow({ t, form }: Listed, webhook: Webhook): Html {
  return row({
    title: html`<a class="address" href="/forms/${form.id}/connections/${webhook.id}">${webhook.url}</a>`,
    text: eventTexts(t, webhook),
    end: stateChip(t, webhook),
  });
}

/** Returns the names of the events that are sent to a webhook. */
export function eventTexts(t: OwnerTranslation, { events }: Webhook): string {
  const chosen = WEBHOOK_EVENTS.filter((event) => events.split(" ").includes(event));
  return chosen.map((event) => t.say(EVENT_TEXTS[event])).join(" · ");
}
