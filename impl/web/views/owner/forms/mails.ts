/** How often an account gets mails about new responses to a form. */
import { attributes, type Html, html } from "../../../../platform/html.ts";
import { csrfField } from "../frame.ts";
import type { OverviewView } from "./overview-view.ts";

const MODES = ["off", "each", "daily"] as const;

export function mailsPart({ t, csrf, form, mails }: OverviewView): Html {
  const chosen = mails ?? "off";
  const options = MODES.map(
    (mode) =>
      html`<option value="${mode}"${attributes({ selected: mode === chosen })}>${t.say(`mails_${mode}`)}</option>`,
  );
  return html`<section class="part" id="mails"><h2>${t.say("mails_title")}</h2><p class="soft">${t.say("mails_text")}</p>
<form method="post" action="/forms/${form.id}/mails">${csrfField(csrf)}<div class="field"><label class="label" for="in-mails">${t.say("mails_mode")}</label><select class="input" id="in-mails" name="mode">${options}</select></div><button class="quiet">${t.say("mails_save")}</button></form></section>`;
}
