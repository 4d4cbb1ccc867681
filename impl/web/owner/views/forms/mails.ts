/** Which mails a form sends. Each choice is a button, so that it is saved at once, also without scripts. */
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { csrfField } from "../frame.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import type { SettingsView } from "./overview-view.ts";
import { formButton, lineInput } from "./parts.ts";

const MODES = ["off", "each", "daily"] as const;
const ON_OFF = ["on", "off"] as const;

/** To the account that looks, about new responses. */
export function mailsPart(view: SettingsView): Html {
  const { t, mails, webhooks } = view;
  const mode = mails?.mode ?? "off";
  const modes = MODES.map((one) => [one, t.say(`mails_${one}`)] as const);
  return html`<section class="part" id="mails"><h2>${t.say("mails_title")}</h2><p class="soft">${t.say("mails_text")}</p>
${choices(view, { action: "mails", name: "mode", label: t.say("mails_mode"), chosen: mode, options: modes })}
${mails && onOff(view, { action: "mails", name: "answers", label: t.say("mails_answers"), isOn: mails.answers, hint: t.say("mails_answers_text") })}${mails && webhooks && copiesPart(view)}</section>`;
}

/** Other addresses that get the same mails. */
function copiesPart({ t, csrf, form, copies, again }: SettingsView): Html {
  const rows = (copies ?? []).map(({ id, email, confirmed_at }) => {
    return html`<li><div><b>${email}</b><p class="soft">${t.say(confirmed_at === null ? "copies_unconfirmed" : "copies_confirmed")}</p></div>${formButton({ csrf, form }, "mails", t.say("copies_end"), { name: "copy", value: id, kind: "link" })}</li>`;
  });
  const entry = lineInput({
    name: "email",
    label: t.say("copies_email"),
    hint: t.say("copies_text"),
    type: "email",
    maxlength: 254,
    isRequired: true,
  });
  const add = html`<form method="post" action="/forms/${form.id}/copies">${csrfField(csrf)}${entry}<button class="quiet">${t.say("copies_add")}</button></form>`;
  return html`<details class="choose"${attributes({ open: rows.length > 0 })}><summary>${t.say("copies_title")}</summary>${rows.length > 0 && html`<ul class="rows people">${rows}</ul>`}${orSignInAgain(t, again, add)}</details>`;
}

/** To respondents. */
export function receiptsPart(view: SettingsView): Html {
  const { t, form } = view;
  const isOn = form.receipts === 1;
  return html`<section class="part" id="receipts"><h2>${t.say("receipts_title")}</h2>${onOff(view, { action: "receipts", name: "receipts", label: t.say("receipts_label"), isOn, hint: t.say("receipts_text") })}</section>`;
}

function onOff(
  view: SettingsView,
  { isOn, ...more }: Omit<Choices, "options" | "chosen"> & { readonly isOn: boolean },
): Html {
  const options = ON_OFF.map((one) => [one, view.t.say(`switch_${one}`)] as const);
  return choices(view, { ...more, chosen: isOn ? "on" : "off", options });
}

interface Choices {
  readonly action: string;
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  readonly chosen: string;
  readonly options: readonly (readonly [value: string, text: string])[];
}

function choices(
  { csrf, form }: SettingsView,
  { action, name, label, hint, chosen, options }: Choices,
): Html {
  const buttons = options.map(([value, text]) => {
    const pressed = value === chosen ? "true" : "false";
    return html`<button${attributes({ name, value, "aria-pressed": pressed })}>${text}</button>`;
  });
  return html`<form class="switch" method="post" action="/forms/${form.id}/${action}" aria-labelledby="${name}-label">${csrfField(csrf)}<p class="label" id="${name}-label">${label}</p>${hint !== undefined && html`<p class="hint">${hint}</p>`}<div class="segments">${buttons}</div></form>`;
}
