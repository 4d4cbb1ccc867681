/** The settings of a form that are not in its structure. Every part works without scripts. */
import { type Html, html } from "../../../../platform/html.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { part } from "../../../components/blocks/part.ts";
import { button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { webhookList } from "./connections/webhook-list.ts";
import { formHead } from "./form-head.ts";
import { limitsPart } from "./limits.ts";
import { mailsPart, onOff, receiptsPart } from "./mails.ts";
import type { SettingsView } from "./overview-view.ts";
import { formButton, passwordInput } from "./parts.ts";
import { refusalIn } from "./refused-part.ts";
import { waitingPart } from "./waiting.ts";

export function formSettingsPage(view: SettingsView): Html {
  const { t, form } = view;
  const mayEdit = form.access !== "view";
  return html`
    ${formHead(t, form, "settings")}
    ${refusalIn(view, undefined)}
    <div class="parts">
      ${limitsPart(view)}
      ${waitingPart(view)}
      ${mayEdit && passwordPart(view)}
      ${webhooksPart(view)}
      ${copyPart(view)}
      ${mayEdit && receiptsPart(view)}
      ${mailsPart(view)}
      ${form.access === "owner" && deletePart(view)}
    </div>
  `;
}

function webhooksPart({ t, form, webhooks }: SettingsView): Html | undefined {
  if (webhooks === undefined) return undefined;
  return part({
    title: t.say("hooks_title"),
    id: "connections",
    content: html`
      ${webhookList({ t, form, webhooks })}
      <p class="open"><a href="/forms/${form.id}/connections">${t.say("hooks_manage")}</a></p>
    `,
  });
}

function passwordPart(view: SettingsView): Html {
  const { t, form, csrf } = view;
  const isSet = form.password_hash !== null;
  const refusal = refusalIn(view, "password");
  return part({
    title: t.say("form_password_title"),
    content: html`
      <p>${t.say(isSet ? "password_set" : "password_none")}</p>
      ${confirmBox({
        summary: t.say(isSet ? "password_replace" : "password_save"),
        action: `/forms/${form.id}/password`,
        csrf,
        fields: [refusal, passwordInput(t, t.say("password_new"), true)],
        button: { text: t.say("password_save"), look: "quiet" },
        isOpen: refusal !== undefined,
      })}
      ${isSet && formButton(view, "password", t.say("password_remove"), { name: "remove", value: "yes" })}
      ${isSet && titleSwitch(view)}
    `,
  });
}

/** Draws the choice whether people without the password read what the form is called. */
function titleSwitch(view: SettingsView): Html {
  const { t, form } = view;
  return onOff(view, {
    action: "password-page",
    name: "shows_title",
    label: t.say("password_title_shown"),
    hint: t.say("password_title_hint"),
    isOn: form.shows_title === 1,
  });
}

function copyPart(view: SettingsView): Html {
  const { t, form, csrf } = view;
  const input = lineField({
    name: "title",
    label: t.say("copy_name"),
    hint: t.say("copy_name_hint"),
    maxlength: 200,
  });
  return part({
    title: t.say("copy_title"),
    id: "copy",
    content: html`
      <p>${t.say("copy_text")}</p>
      ${refusalIn(view, "clone")}
      ${postForm({
        action: `/forms/${form.id}/clone`,
        csrf,
        content: [input, button({ text: t.say("copy_button"), look: "quiet" })],
      })}
      <p class="open"><a href="/forms/${form.id}/text">${t.say("write_of_link")}</a></p>
    `,
  });
}

function deletePart({ t, form, csrf }: SettingsView): Html {
  return part({
    title: t.say("form_delete_title"),
    content: html`
      <p>${t.say("form_delete_text")}</p>
      ${confirmBox({
        summary: t.say("form_delete_open"),
        action: `/forms/${form.id}/delete`,
        csrf,
        button: { text: t.say("form_bin_button"), look: "danger" },
      })}
    `,
  });
}
