/** The part of a form's settings that limits its answers: two dates, a number, one response for each address, and what a full or closed form shows. */
import type { FormStructure } from "../../../../../generated/types.ts";
import { type Html, html } from "../../../../platform/html.ts";
import { toLocalTime } from "../../../../texts/time-zone.ts";
import { languageName } from "../../../../texts/translate.ts";
import { type Fact, factList } from "../../../components/blocks/facts.ts";
import { part } from "../../../components/blocks/part.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import { textArea } from "../../../components/controls/text-area.ts";
import { type LimitInputs, limitInputs } from "./limit-inputs.ts";
import type { SettingsView } from "./overview-view.ts";
import { zoneText } from "./parts.ts";

/** The most characters of a text of a form in one language. */
const TEXT_LENGTH = 2_000;

export function limitsPart(view: SettingsView): Html {
  const { t, form } = view;
  const mayEdit = form.access !== "view" && form.status !== "archived";
  return part({
    title: t.say("limits_title"),
    id: "limits",
    content: mayEdit && form.structure ? limitsForm(view, form.structure) : limitFacts(view),
  });
}

function limitFacts({ t, form, waiting, zone }: SettingsView): Html {
  const time = (iso: string) => t.datetime(toLocalTime(iso, zone));
  const { opens_at, closes_at, response_limit, one_response_per_email } = form.structure?.settings ?? {};
  const facts: readonly Fact[] = [
    [t.say("limits_opens"), opens_at ? time(opens_at) : t.say("limits_at_once")],
    [t.say("limits_closes"), closes_at ? time(closes_at) : t.say("limits_never")],
    [t.say("limits_responses"), response_limit ? t.number(response_limit) : t.say("limits_none")],
    [t.say("limits_one"), t.say(one_response_per_email ? "switch_on" : "switch_off")],
    [t.say("wait_list_title"), t.say(waiting.isOn ? "switch_on" : "switch_off")],
    [t.say("form_languages"), languageNames(form)],
  ];
  return html`<p class="soft">${zoneText(t, zone)}</p>${factList(facts, "facts across")}`;
}

function limitsForm(view: SettingsView, structure: FormStructure): Html {
  const { t, form, csrf, waiting, zone, limits } = view;
  const { settings = {}, default_language: language } = structure;
  const inputs = limits ?? limitInputs({ settings, language, waiting: waiting.isOn, zone });
  const languages = t.say("limits_languages", { languages: languageNames(form) });
  return html`
    ${postForm({
      action: `/forms/${form.id}/limits`,
      csrf,
      hidden: { zone: inputs.zone },
      content: [
        limitFields(t, inputs),
        ownText(view, structure, { name: "full_text", text: inputs.full_text }),
        ownText(view, structure, { name: "closed_text", text: inputs.closed_text }),
        waitingBox(view, inputs.waiting),
        actions(button({ text: t.say("limits_save"), look: "quiet" })),
      ],
    })}
    <p class="open soft">${languages} <a href="/forms/${form.id}/edit#settings">${t.say("limits_change")}</a></p>
  `;
}

function limitFields(t: SettingsView["t"], inputs: LimitInputs): Html {
  return html`
    <p class="soft">${zoneText(t, inputs.zone)}</p>
    <div class="limit-inputs">
      ${lineField({
        name: "opens_at",
        label: t.say("limits_opens"),
        hint: t.say("limits_opens_hint"),
        type: "datetime-local",
        value: inputs.opens_at,
      })}
      ${lineField({
        name: "closes_at",
        label: t.say("limits_closes"),
        hint: t.say("limits_closes_hint"),
        type: "datetime-local",
        value: inputs.closes_at,
      })}
      ${lineField({
        name: "response_limit",
        label: t.say("limits_responses"),
        hint: t.say("limits_responses_hint"),
        type: "number",
        min: 1,
        value: inputs.response_limit,
      })}
    </div>
    ${checkBox({
      name: "one_response_per_email",
      value: "yes",
      text: t.say("limits_one"),
      isChecked: inputs.one_response_per_email,
    })}
  `;
}

/** @param input the text that the form shows in one state, in its default language */
function ownText(
  { t }: SettingsView,
  { languages, default_language }: FormStructure,
  { name, text }: { readonly name: "full_text" | "closed_text"; readonly text: string },
): Html {
  const language = languageName(default_language);
  const hint =
    languages.length > 1 ? t.say(`limits_${name}_hint_in`, { language }) : t.say(`limits_${name}_hint`);
  return html`
    <div class="field">
      ${textArea({ name, label: t.say(`limits_${name}`), hint, rows: 2, maxlength: TEXT_LENGTH, text })}
    </div>
  `;
}

function waitingBox({ t, form }: SettingsView, isChecked: boolean): Html {
  return html`
    ${checkBox({ name: "waiting", value: "yes", text: t.say("wait_list_label"), isChecked })}
    <p class="hint">${t.say(form.password_hash === null ? "wait_list_text" : "wait_list_password")}</p>
  `;
}

function languageNames({ structure }: SettingsView["form"]): string {
  return (structure?.languages ?? []).map(languageName).join(", ");
}
