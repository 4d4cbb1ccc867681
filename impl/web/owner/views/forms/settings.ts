/** The settings of a form that are not in its structure. Every part works without scripts. */
import { type Html, html } from "../../../../platform/html.ts";
import { languageName } from "../../../../texts/translate.ts";
import { csrfField } from "../frame.ts";
import { webhookList } from "./connections.ts";
import { formHead } from "./form-head.ts";
import { mailsPart, receiptsPart } from "./mails.ts";
import type { SettingsView } from "./overview-view.ts";
import { formButton, lineInput, passwordInput, refusalBox } from "./parts.ts";

export function formSettingsPage(view: SettingsView): Html {
  const { t, form, refused } = view;
  const mayEdit = form.access !== "view";
  return html`${formHead(t, form, "settings")}
${refused && refusalBox(t.say("refused_title"), refused)}
<div class="parts">${limitsPart(view)}${mayEdit && passwordPart(view)}${mailsPart(view)}${mayEdit && receiptsPart(view)}${webhooksPart(view)}${copyPart(view)}${form.access === "owner" && deletePart(view)}</div>`;
}

/** They are parts of the structure, which the editor changes. */
function limitsPart({ t, form }: SettingsView): Html {
  const { settings = {}, languages = [] } = form.structure ?? {};
  const { closes_at, response_limit, one_response_per_email } = settings;
  const facts = [
    [t.say("limits_closes"), closes_at ? t.datetime(closes_at.slice(0, 16)) : t.say("limits_never")],
    [t.say("limits_responses"), response_limit ? t.number(response_limit) : t.say("limits_none")],
    [t.say("limits_one"), t.say(one_response_per_email ? "switch_on" : "switch_off")],
    [t.say("form_languages"), languages.map(languageName).join(", ")],
  ];
  const mayEdit = form.access !== "view" && form.status !== "archived";
  return html`<section class="part"><h2>${t.say("limits_title")}</h2><dl class="facts across">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${mayEdit && html`<p class="open"><a href="/forms/${form.id}/edit#settings">${t.say("limits_change")}</a></p>`}</section>`;
}

function webhooksPart({ t, form, webhooks }: SettingsView): Html | undefined {
  if (webhooks === undefined) return undefined;
  return html`<section class="part" id="connections"><h2>${t.say("hooks_title")}</h2>${webhookList({ t, form, webhooks })}<p class="open"><a href="/forms/${form.id}/connections">${t.say("hooks_manage")}</a></p></section>`;
}

function passwordPart(view: SettingsView): Html {
  const { t, form, csrf } = view;
  const isSet = form.password_hash !== null;
  return html`<section class="part"><h2>${t.say("form_password_title")}</h2><p>${t.say(isSet ? "password_set" : "password_none")}</p>
<details class="choose"><summary>${t.say(isSet ? "password_replace" : "password_save")}</summary><form method="post" action="/forms/${form.id}/password">${csrfField(csrf)}${passwordInput(t, t.say("password_new"), true)}<button class="quiet">${t.say("password_save")}</button></form></details>
${isSet && formButton(view, "password", t.say("password_remove"), { name: "remove", value: "yes" })}</section>`;
}

function copyPart({ t, form, csrf }: SettingsView): Html {
  const input = lineInput({
    name: "title",
    label: t.say("copy_name"),
    hint: t.say("copy_name_hint"),
    maxlength: 200,
  });
  return html`<section class="part" id="copy"><h2>${t.say("copy_title")}</h2><p>${t.say("copy_text")}</p>
<form method="post" action="/forms/${form.id}/clone">${csrfField(csrf)}${input}<button class="quiet">${t.say("copy_button")}</button></form><p class="open"><a href="/forms/${form.id}/text">${t.say("write_of_link")}</a></p></section>`;
}

function deletePart({ t, form, csrf }: SettingsView): Html {
  return html`<section class="part"><h2>${t.say("form_delete_title")}</h2><p>${t.say("form_delete_text")}</p>
<details class="choose"><summary>${t.say("form_delete_open")}</summary><form method="post" action="/forms/${form.id}/delete">${csrfField(csrf)}<label class="check"><input type="checkbox" name="sure" value="yes" required><span>${t.say("form_delete_sure")}</span></label><button class="danger">${t.say("form_delete_button")}</button></form></details></section>`;
}
