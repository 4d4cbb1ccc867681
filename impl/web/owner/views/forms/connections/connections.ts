/** The page with the webhooks of a form, and the form for a new one. No page about webhooks needs scripts. */
import { WEBHOOK_EVENTS } from "../../../../../forms/webhooks/events.ts";
import { WEBHOOK_FORMATS } from "../../../../../forms/webhooks/format.ts";
import { MAX_URL_LENGTH, type NewWebhook, type Webhook } from "../../../../../forms/webhooks/webhooks.ts";
import { type Html, html } from "../../../../../platform/html.ts";
import { part } from "../../../../components/blocks/part.ts";
import { boxGroup, checkBox } from "../../../../components/controls/boxes.ts";
import { actions, button } from "../../../../components/controls/buttons.ts";
import { lineField } from "../../../../components/controls/line-field.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import { showOrSignInAgain } from "../../sign-in-again.ts";
import { formHead } from "../form-head.ts";
import { refusalBox } from "../parts.ts";
import { type LiveView, livePart } from "./live-data.ts";
import { EVENT_TEXTS } from "./parts.ts";
import { webhookList } from "./webhook-list.ts";

export interface ConnectionsView extends LiveView {
  readonly webhooks: readonly Webhook[];
  /** The new webhook as entered. */
  readonly entry: NewWebhook;
  readonly refused: { readonly text: string; readonly details: readonly string[] } | undefined;
}

export function connectionsPage(view: ConnectionsView): Html {
  const { t, form, refused, again } = view;
  return html`
    ${formHead(t, form, "settings")}
    <h2 class="sub">${t.say("hooks_title")}</h2>
    ${refused && refusalBox(t.say("refused_title"), refused)}
    ${livePart(view)}
    ${part({
      title: t.say("hooks_list"),
      look: "hooks",
      content: html`<p class="soft">${t.say("hooks_intro")}</p>${webhookList(view)}`,
    })}
    ${part({
      title: t.say("hook_new"),
      titleId: "new",
      look: "panel",
      content: showOrSignInAgain(t, again, newForm(view)),
    })}
  `;
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
  const format = labelledSelect({
    id: "format",
    name: "format",
    label: t.say("hook_format"),
    hint: t.say("hook_format_hint"),
    options: [
      option({ value: "", text: t.say("hook_format_auto") }),
      ...WEBHOOK_FORMATS.map((value) =>
        option({ value, text: t.say(`hook_format_${value}`), isChosen: entry.format === value }),
      ),
    ],
  });
  return postForm({
    action: `/forms/${form.id}/connections`,
    csrf,
    className: "stack halves",
    content: html`
      ${url}
      <div class="stack">
        <div>${format}</div>
        <div>
          ${addresses}
          <p class="hint">${t.say("hook_addresses_text")}</p>
        </div>
      </div>
      <div class="stack">
        ${boxGroup({ legend: t.say("hook_events"), content: events })}
        ${actions(button({ text: t.say("hook_add"), look: "main" }))}
      </div>
    `,
  });
}
