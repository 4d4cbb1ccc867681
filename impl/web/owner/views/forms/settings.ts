/** The settings of a form that are not in its structure. Every part works without scripts. */
import { type Html, html } from "../../../../platform/html.ts";
import { languageName } from "../../../../texts/translate.ts";
import { writeUtc } from "../../../components/availability-note.ts";
import { confirmBox } from "../../../components/blocks/disclosure.ts";
import { type Fact, factList } from "../../../components/blocks/facts.ts";
import { part } from "../../../components/blocks/part.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { webhookList } from "./connections/webhook-list.ts";
import { formHead } from "./form-head.ts";
import { mailsPart, receiptsPart } from "./mails.ts";
import type { SettingsView } from "./overview-view.ts";
import { formButton, passwordInput, refusalBox } from "./parts.ts";

export function formSettingsPage(view: SettingsView): Html {
  const { t, form, refused } = view;
  const mayEdit = form.access !== "view";
  return html`
    ${formHead(t, form, "settings")}
    ${refused && refusalBox(t.say("refused_title"), refused)}
    <div class="parts">
      ${limitsPart(view)}
      ${mayEdit && passwordPart(view)}
      ${mailsPart(view)}
      ${mayEdit && receiptsPart(view)}
      ${webhooksPart(view)}
      ${copyPart(view)}
      ${form.access === "owner" && deletePart(view)}
    </div>
  `;
}

/** Shows the limits of a form. They are part of the structure, so the editor changes them. */
function limitsPart({ t, form }: SettingsView): Html {
  const { settings = {}, languages = [] } = form.structure ?? {};
  const { opens_at, closes_at, response_limit, one_response_per_email } = settings;
  const facts: readonly Fact[] = [
    [t.say("limits_opens"), opens_at ? writeUtc(t, opens_at) : t.say("limits_at_once")],
    [t.say("limits_closes"), closes_at ? writeUtc(t, closes_at) : t.say("limits_never")],
    [t.say("limits_responses"), response_limit ? t.number(response_limit) : t.say("limits_none")],
    [t.say("limits_one"), t.say(one_response_per_email ? "switch_on" : "switch_off")],
    [t.say("form_languages"), languages.map(languageName).join(", ")],
  ];
  const mayEdit = form.access !== "view" && form.status !== "archived";
  return part({
    title: t.say("limits_title"),
    content: [
      factList(facts, "facts across"),
      mayEdit &&
        html`<p class="open"><a href="/forms/${form.id}/edit#settings">${t.say("limits_change")}</a></p>`,
    ],
  });
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
  return part({
    title: t.say("form_password_title"),
    content: html`
      <p>${t.say(isSet ? "password_set" : "password_none")}</p>
      ${confirmBox({
        summary: t.say(isSet ? "password_replace" : "password_save"),
        action: `/forms/${form.id}/password`,
        csrf,
        fields: passwordInput(t, t.say("password_new"), true),
        button: { text: t.say("password_save"), look: "quiet" },
      })}
      ${isSet && formButton(view, "password", t.say("password_remove"), { name: "remove", value: "yes" })}
    `,
  });
}

function copyPart({ t, form, csrf }: SettingsView): Html {
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
        fields: checkBox({
          name: "sure",
          value: "yes",
          text: t.say("form_delete_sure"),
          isRequired: true,
        }),
        button: { text: t.say("form_delete_button"), look: "danger" },
      })}
    `,
  });
}
