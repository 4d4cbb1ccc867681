/** The page of one delivery: the request, and the receiver's answer. */
import type { Delivery, Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import type { Post } from "../../../../../platform/outgoing/receiver.ts";
import { part } from "../../../../components/blocks/part.ts";
import { actions } from "../../../../components/controls/buttons.ts";
import { formHead } from "../form-head.ts";
import { EVENT_TEXTS, type Frame, hookButton, outcomeText } from "./parts.ts";

export interface DeliveryView extends Frame {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  /** The request; undefined: its data no longer exist. */
  readonly request: Post | undefined;
}

export function deliveryPage(view: DeliveryView): Html {
  const { t, form, webhook, delivery, request } = view;
  const { event, answer, sent_at } = delivery;
  const lines = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const notes = [
    sent_at !== null && t.say("hook_request_sent", { date: t.time(sent_at) }),
    // A message for a chat has no id.
    webhook.format === "json" && t.say("hook_sent_text"),
  ]
    .filter((note) => note !== false)
    .join(" · ");
  const sent =
    request === undefined
      ? html`<p class="soft">${t.say("hook_request_gone")}</p>`
      : drawText([`POST ${webhook.url}`, ...lines, "", request.body].join("\n"));
  return html`
    ${formHead(t, form, "settings")}
    <p class="back"><a href="/forms/${form.id}/connections/${webhook.id}">${new URL(webhook.url).host}</a></p>
    <h2 class="sub">${t.say(EVENT_TEXTS[event])}</h2>
    <p class="lead">${outcomeText(t, delivery)}</p>
    ${part({
      title: t.say("hook_request"),
      content: html`
        ${notes !== "" && html`<p class="soft">${notes}</p>`}
        ${sent}
      `,
    })}
    ${part({
      title: t.say("hook_answer"),
      content: answer
        ? drawText(answer)
        : html`<p class="soft">${t.say(answer === null ? "hook_answer_none" : "hook_answer_empty")}</p>`,
    })}
    ${actions(hookButton(view, "resend", t.say("hook_resend"), { delivery: delivery.id }))}
  `;
}

function drawText(text: string): Html {
  return html`<div class="copyable wrapped"><pre tabindex="0"><code translate="no">${text}</code></pre></div>`;
}
