/** The part of a form's settings that limits its answers: two dates, a number, and one response for each address. */

import { type Html, html } from "../../../../platform/html.ts";
import { languageName } from "../../../../texts/translate.ts";
import { writeUtc } from "../../../components/availability-note.ts";
import { type Fact, factList } from "../../../components/blocks/facts.ts";
import { part } from "../../../components/blocks/part.ts";
import { checkBox } from "../../../components/controls/boxes.ts";
import { actions, button } from "../../../components/controls/buttons.ts";
import { lineField } from "../../../components/controls/line-field.ts";
import { postForm } from "../../../components/controls/post-form.ts";
import type { SettingsView } from "./overview-view.ts";

export function limitsPart(view: SettingsView): Html {
  const { t, form } = view;
  const mayEdit = form.access !== "view" && form.status !== "archived";
  return part({
    title: t.say("limits_title"),
    id: "limits",
    content: mayEdit ? limitInputs(view) : limitFacts(view),
  });
}

function limitFacts({ t, form }: SettingsView): Html {
  const { opens_at, closes_at, response_limit, one_response_per_email } = form.structure?.settings ?? {};
  const facts: readonly Fact[] = [
    [t.say("limits_opens"), opens_at ? writeUtc(t, opens_at) : t.say("limits_at_once")],
    [t.say("limits_closes"), closes_at ? writeUtc(t, closes_at) : t.say("limits_never")],
    [t.say("limits_responses"), response_limit ? t.number(response_limit) : t.say("limits_none")],
    [t.say("limits_one"), t.say(one_response_per_email ? "switch_on" : "switch_off")],
    [t.say("form_languages"), languageNames(form)],
  ];
  return factList(facts, "facts across");
}

function limitInputs({ t, form, csrf }: SettingsView): Html {
  const { opens_at, closes_at, response_limit, one_response_per_email } = form.structure?.settings ?? {};
  const content = html`
    <div class="limit-inputs">
      ${lineField({
        name: "opens_at",
        label: t.say("limits_opens"),
        hint: t.say("limits_opens_hint"),
        type: "datetime-local",
        value: utcInput(opens_at),
      })}
      ${lineField({
        name: "closes_at",
        label: t.say("limits_closes"),
        hint: t.say("limits_closes_hint"),
        type: "datetime-local",
        value: utcInput(closes_at),
      })}
      ${lineField({
        name: "response_limit",
        label: t.say("limits_responses"),
        hint: t.say("limits_responses_hint"),
        type: "number",
        min: 1,
        value: response_limit?.toString(),
      })}
    </div>
    ${checkBox({
      name: "one_response_per_email",
      value: "yes",
      text: t.say("limits_one"),
      isChecked: one_response_per_email === true,
    })}
    ${actions(button({ text: t.say("limits_save"), look: "quiet" }))}
  `;
  const languages = t.say("limits_languages", { languages: languageNames(form) });
  return html`
    ${postForm({ action: `/forms/${form.id}/limits`, csrf, content })}
    <p class="open soft">${languages} <a href="/forms/${form.id}/edit#settings">${t.say("limits_change")}</a></p>
  `;
}

function languageNames({ structure }: SettingsView["form"]): string {
  return (structure?.languages ?? []).map(languageName).join(", ");
}

/** Writes a moment for an input of type `datetime-local`, which has no zone, in UTC. */
export function utcInput(iso: string | undefined): string | undefined {
  return iso === undefined ? undefined : new Date(iso).toISOString().slice(0, 16);
}
