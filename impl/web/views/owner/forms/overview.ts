/** The page of one form. Every part works without scripts. */
import { formLanguages } from "../../../../forms/forms.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { languageName } from "../../../../texts/translate.ts";
import { csrfField } from "../frame.ts";
import { copyable } from "../snippets.ts";
import { formHead } from "./form-head.ts";
import { mailsPart, receiptsPart } from "./mails.ts";
import type { OverviewView } from "./overview-view.ts";
import { lineInput, passwordInput, refusalBox } from "./parts.ts";
import { sharingPart } from "./sharing.ts";

export function overviewPage(view: OverviewView): Html {
  const { t, form, refused } = view;
  const mayEdit = form.access !== "view";
  return html`${head(view)}
${refused && refusalBox(t.say("refused_title"), refused)}
<div class="parts">${publicPart(view)}${mayEdit && form.status !== "archived" && statusPart(view)}${mayEdit && passwordPart(view)}${sharingPart(view)}${mailsPart(view)}${mayEdit && receiptsPart(view)}${copyPart(view)}${form.access === "owner" && deletePart(view)}</div>`;
}

function head({ t, form }: OverviewView): Html {
  const mayEdit = form.access !== "view" && form.status !== "archived";
  const date = (iso: string) => t.date(iso.slice(0, 10));
  const owner =
    form.access === "owner" ? t.say("form_you") : `${form.owner_email} (${t.say(`form_may_${form.access}`)})`;
  const facts: readonly (readonly [string, string])[] = [
    [t.say("form_responses_link"), t.say("form_responses", { count: form.verified_responses })],
    [t.say("form_languages"), formLanguages(form).map(languageName).join(", ")],
    [t.say("form_owner"), owner],
    [t.say("form_updated"), date(form.updated_at)],
    [t.say("form_created"), date(form.created_at)],
  ];
  return html`${formHead(t, form, "form")}
<dl class="facts across">${facts.map(([name, value]) => html`<div><dt>${name}</dt><dd>${value}</dd></div>`)}</dl>
${form.verified_responses > 0 && mayEdit && html`<p class="soft">${t.say("form_locked")}</p>`}`;
}

/** A form of one button, which posts to a page below that of the form. */
function button(
  { csrf, form }: OverviewView,
  action: string,
  label: string,
  { name, value, kind = "quiet" }: { name?: string; value?: string; kind?: "main" | "quiet" | "danger" } = {},
): Html {
  return html`<form method="post" action="/forms/${form.id}/${action}">${csrfField(csrf)}<button class="${kind}" name="${name}" value="${value}">${label}</button></form>`;
}

function publicPart(view: OverviewView): Html {
  const { t, form, urls } = view;
  const link =
    form.status === "published"
      ? html`<p class="soft">${t.say("public_send")}</p>${copyable(t, urls.public)}<p class="open"><a href="${urls.public}">${t.say("public_open")}</a></p>
<details class="choose"><summary>${t.say("public_embed")}</summary><p class="soft">${t.say("public_embed_text")}</p>${copyable(t, embedCode(form.title, urls.public))}</details>${prefilledPart(view)}`
      : html`<p>${t.say(`public_text_${form.status}`)}</p>${form.status === "draft" && copyable(t, urls.public)}`;
  return html`<section class="part"><h2>${t.say("public_title")}</h2>${link}</section>`;
}

/** The frame takes the height that the page in it reports. */
export function embedCode(title: string, url: string): string {
  return `<iframe src="${url}?embed=1" title="${title.replace(/["<>&]/g, "'")}" style="width:100%;height:40rem;border:0"></iframe>
<script>addEventListener("message", ({ source, data }) => { for (const frame of document.querySelectorAll("iframe")) if (frame.contentWindow === source && data?.type === "form:height") frame.style.height = data.height + "px" })</script>`;
}

/** A link for each hidden field, which its address fills. */
function prefilledPart({ t, form, urls }: OverviewView): Html | undefined {
  const fields = form.structure?.hidden_fields ?? [];
  if (fields.length === 0) return undefined;
  const links = fields.map(({ id }) =>
    copyable(t, `${urls.public}?${id}=${t.say("public_prefilled_value")}`),
  );
  return html`<details class="choose"><summary>${t.say("public_prefilled")}</summary><p class="soft">${t.say("public_prefilled_text")}</p>${links}</details>`;
}

function statusPart(view: OverviewView): Html {
  const { t, form } = view;
  const publish = t.say(form.status === "paused" ? "status_publish_again" : "status_publish");
  return html`<section class="part"><h2>${t.say("status_title")}</h2>
<div class="line">${form.status === "published" ? html`${button(view, "status", t.say("status_pause"), { name: "action", value: "pause" })}<p class="soft">${t.say("status_pause_text")}</p>` : button(view, "status", publish, { name: "action", value: "publish", kind: "main" })}</div>
<details class="choose"><summary>${t.say("status_archive")}</summary><p>${t.say("status_archive_text")}</p>${button(view, "status", t.say("status_archive_button"), { name: "action", value: "archive", kind: "danger" })}</details></section>`;
}

function passwordPart(view: OverviewView): Html {
  const { t, form, csrf } = view;
  const isSet = form.password_hash !== null;
  return html`<section class="part"><h2>${t.say("form_password_title")}</h2><p>${t.say(isSet ? "password_set" : "password_none")}</p>
<details class="choose"><summary>${t.say(isSet ? "password_replace" : "password_save")}</summary><form method="post" action="/forms/${form.id}/password">${csrfField(csrf)}${passwordInput(t, t.say("password_new"), true)}<button class="quiet">${t.say("password_save")}</button></form></details>
${isSet && button(view, "password", t.say("password_remove"), { name: "remove", value: "yes" })}</section>`;
}

function copyPart({ t, form, csrf }: OverviewView): Html {
  const input = lineInput({
    name: "title",
    label: t.say("copy_name"),
    hint: t.say("copy_name_hint"),
    maxlength: 200,
  });
  return html`<section class="part" id="copy"><h2>${t.say("copy_title")}</h2><p>${t.say("copy_text")}</p>
<form method="post" action="/forms/${form.id}/clone">${csrfField(csrf)}${input}<button class="quiet">${t.say("copy_button")}</button></form></section>`;
}

function deletePart({ t, form, csrf }: OverviewView): Html {
  return html`<section class="part"><h2>${t.say("form_delete_title")}</h2><p>${t.say("form_delete_text")}</p>
<details class="choose"><summary>${t.say("form_delete_open")}</summary><form method="post" action="/forms/${form.id}/delete">${csrfField(csrf)}<label class="check"><input type="checkbox" name="sure" value="yes" required><span>${t.say("form_delete_sure")}</span></label><button class="danger">${t.say("form_delete_button")}</button></form></details></section>`;
}
