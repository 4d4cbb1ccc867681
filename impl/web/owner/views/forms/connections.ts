/** The webhooks of a form: the list, one webhook with its log, and one delivery. No page needs scripts. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { WEBHOOK_EVENTS } from "../../../../forms/webhooks/events.ts";
import {
  type Delivery,
  MAX_URL_LENGTH,
  type NewWebhook,
  type Webhook,
} from "../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../platform/html.ts";
import type { Post } from "../../../../platform/outgoing/receiver.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { type Fact, factList } from "../../../components/blocks/facts.ts";
import { part } from "../../../components/blocks/part.ts";
import { row, rowList } from "../../../components/blocks/rows.ts";
import { boxGroup, checkBox } from "../../../components/controls/boxes.ts";
import { actions, button, linkButton } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import { copyable } from "../snippets.ts";
import { formHead } from "./form-head.ts";
import { refusalBox } from "./parts.ts";

/** Words by the name of an event. */
const EVENT_TEXTS = {
  "response.verified": "hook_event_response_verified",
  "response.deleted": "hook_event_response_deleted",
  "form.published": "hook_event_form_published",
  test: "hook_event_test",
} as const;

interface Frame {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  readonly form: AccessibleForm;
}

type Listed = Pick<Frame, "t"> & { readonly form: { readonly id: string } };

export interface ConnectionsView extends Frame {
  readonly webhooks: readonly Webhook[];
  /** Where to sign in once more; undefined: the sign-in is fresh. */
  readonly again: string | undefined;
  /** What was entered. */
  readonly entry: NewWebhook;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export function connectionsPage(view: ConnectionsView): Html {
  const { t, form, refused, again } = view;
  return html`
    ${formHead(t, form, "settings")}
    <p class="lead">${t.say("hooks_intro")}</p>
    ${refused && refusalBox(t.say("refused_title"), refused)}
    ${part({ title: t.say("hooks_list"), content: webhookList(view) })}
    ${part({
      title: t.say("hook_new"),
      titleId: "new",
      look: "panel",
      content: orSignInAgain(t, again, newForm(view)),
    })}
  `;
}

export function webhookList(view: Listed & Pick<ConnectionsView, "webhooks">): Html {
  const { t, webhooks } = view;
  return webhooks.length === 0
    ? html`<p class="soft">${t.say("hooks_none")}</p>`
    : rowList(webhooks.map((one) => webhookRow(view, one)));
}

function time(t: OwnerTranslation, iso: string): string {
  return t.datetime(iso.slice(0, 16));
}

/** The events that are sent to a webhook. */
function eventTexts(t: OwnerTranslation, { events }: Webhook): string {
  const chosen = WEBHOOK_EVENTS.filter((event) => events.split(" ").includes(event));
  return chosen.map((event) => t.say(EVENT_TEXTS[event])).join(" · ");
}

function stateChip(t: OwnerTranslation, { disabled_at }: Webhook): Html {
  const state = disabled_at === null ? "on" : "off";
  return html`<span class="chip ${state === "on" && "published"}">${t.say(`hook_${state}`)}</span>`;
}

function webhookRow({ t, form }: Listed, webhook: Webhook): Html {
  return row({
    title: html`<a class="address" href="/forms/${form.id}/connections/${webhook.id}">${webhook.url}</a>`,
    text: eventTexts(t, webhook),
    end: stateChip(t, webhook),
  });
}

function newForm({ t, csrf, form, entry }: ConnectionsView): Html {
  const events = WEBHOOK_EVENTS.map((value) =>
    checkBox({
      name: "event",
      value,
      text: t.say(EVENT_TEXTS[value]),
      isChecked: entry.events.includes(value),
    }),
  );
  const addresses = checkBox({
    name: "addresses",
    value: "yes",
    text: t.say("hook_addresses"),
    isChecked: entry.withAddresses,
  });
  const url = lineField({
    name: "url",
    label: t.say("hook_url"),
    hint: t.say("hook_url_hint"),
    type: "url",
    maxlength: MAX_URL_LENGTH,
    isRequired: true,
    value: entry.url,
  });
  return postForm({
    action: `/forms/${form.id}/connections`,
    csrf,
    className: "stack",
    content: html`
      ${url}
      ${boxGroup({ legend: t.say("hook_events"), content: events })}
      <div>
        ${addresses}
        <p class="hint">${t.say("hook_addresses_text")}</p>
      </div>
      ${actions(button({ text: t.say("hook_add"), look: "main" }))}
    `,
  });
}

/** The only page that ever has the secret in it. */
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

export interface WebhookView extends Frame {
  readonly webhook: Webhook;
  readonly deliveries: readonly Delivery[];
}

export function webhookPage(view: WebhookView): Html {
  const { t, csrf, form, webhook, deliveries } = view;
  const { disabled_at, addresses, created_at } = webhook;
  const facts: readonly Fact[] = [
    [t.say("hook_state"), stateChip(t, webhook)],
    [t.say("hook_events"), eventTexts(t, webhook)],
    [t.say("responses_title"), t.say(addresses === 1 ? "hook_answers_all" : "hook_answers_only")],
    [t.say("hook_made"), time(t, created_at)],
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
    ${disabled_at !== null && html`<p class="notice">${t.say("hook_off_text", { date: time(t, disabled_at) })}</p>`}
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

function hookButton(
  { csrf, webhook }: Pick<WebhookView, "csrf" | "webhook">,
  action: string,
  text: string,
  { look = "quiet", delivery, label }: { look?: "quiet" | "link"; delivery?: string; label?: string } = {},
): Html {
  return postForm({
    action: `/forms/${webhook.form_id}/connections/${webhook.id}`,
    csrf,
    hidden: delivery === undefined ? {} : { delivery },
    content: button({ text, look, name: "action", value: action, label }),
  });
}

function deliveryRow(view: WebhookView, delivery: Delivery): Html {
  const { t, webhook } = view;
  const { id, event, created_at } = delivery;
  const date = time(t, created_at);
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

/** Such as "Waiting · HTTP 503 · 2 attempts · next attempt 3 March, 12:00". */
function outcomeText(t: OwnerTranslation, { state, status, problem, attempts, due_at }: Delivery): string {
  return [
    t.say(`hook_${state}`),
    status !== null && t.say("hook_answered", { status: String(status) }),
    problem !== null && problemText(t, problem),
    attempts > 0 && t.say("hook_attempts", { count: attempts }),
    due_at !== null && attempts > 0 && t.say("hook_next", { date: time(t, due_at) }),
  ]
    .filter((part) => part !== false)
    .join(" · ");
}

function problemText(t: OwnerTranslation, problem: string): string {
  if (problem === "slow" || problem === "not_public") return t.say(`hook_problem_${problem}`);
  return t.say("hook_problem_unreachable", { detail: problem.split(" ")[1] ?? "" }).trim();
}

export interface DeliveryView extends Frame {
  readonly webhook: Webhook;
  readonly delivery: Delivery;
  /** Undefined: there is nothing to send any more. */
  readonly request: Post | undefined;
}

export function deliveryPage(view: DeliveryView): Html {
  const { t, form, webhook, delivery, request } = view;
  const { event, answer, sent_at } = delivery;
  const lines = Object.entries(request?.headers ?? {}).map(([name, value]) => `${name}: ${value}`);
  const sent =
    request === undefined
      ? html`<p class="soft">${t.say("hook_request_gone")}</p>`
      : shown([`POST ${webhook.url}`, ...lines, "", request.body].join("\n"));
  return html`
    ${formHead(t, form, "settings")}
    <p class="back"><a href="/forms/${form.id}/connections/${webhook.id}">${new URL(webhook.url).host}</a></p>
    <h2 class="sub">${t.say(EVENT_TEXTS[event])}</h2>
    <p class="lead">${outcomeText(t, delivery)}</p>
    ${part({
      title: t.say("hook_request"),
      content: html`
        <p class="soft">
          ${sent_at !== null && `${t.say("hook_request_sent", { date: time(t, sent_at) })} · `}
          ${t.say("hook_sent_text")}
        </p>
        ${sent}
      `,
    })}
    ${part({
      title: t.say("hook_answer"),
      content: answer
        ? shown(answer)
        : html`<p class="soft">${t.say(answer === null ? "hook_answer_none" : "hook_answer_empty")}</p>`,
    })}
    ${actions(hookButton(view, "resend", t.say("hook_resend"), { delivery: delivery.id }))}
  `;
}

function shown(text: string): Html {
  return html`<div class="copyable wrapped"><pre tabindex="0"><code translate="no">${text}</code></pre></div>`;
}
