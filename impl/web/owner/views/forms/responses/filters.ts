/** The form that filters the responses of a form and chooses the questions of the table. */
import { type Html, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import type { ResponsesView } from "./view.ts";

export function filters(view: ResponsesView): Html {
  const { t, form, shown, statuses, fields } = view;
  const isFiltered = [shown.text, shown.from, shown.to, shown.answers].some((value) => value !== "");
  return html`
    <form class="filters" method="get" action="/forms/${form.id}/responses" role="search">
      ${searchInputs(t, shown, fields)}
      ${hiddenInputs({ sort: shown.sort, answers: shown.answers })}
      <div>
        ${labelledSelect({
          id: "status",
          name: "status",
          label: t.say("responses_shown"),
          options: statuses.map((value) =>
            option({ value, text: t.say(`responses_${value}`), isChosen: value === shown.status }),
          ),
        })}
      </div>
      ${dayInputs(t, shown)}
      <div class="go">
        ${button({ text: t.say("responses_show"), look: "quiet" })}
        ${(isFiltered || shown.status !== "verified") && html`<a href="/forms/${form.id}/responses">${t.say("responses_show_all")}</a>`}
      </div>
      ${columnBoxes(view)}
    </form>
  `;
}

/** Draws boxes that choose the questions of the table. */
function columnBoxes({ t, form, fields, columns }: ResponsesView): Html | undefined {
  if (fields.length < 2) return undefined;
  const lang = form.default_language === t.language ? undefined : form.default_language;
  const boxes = fields.map(({ id, label }) =>
    checkBox({ name: "columns", value: id, text: label, lang, isChecked: columns.has(id) }),
  );
  return html`
    <details class="choose columns-shown">
      <summary>${t.say("responses_columns")}</summary>
      <p class="soft">${t.say("responses_columns_text")}</p>
      <div class="boxes">${boxes}</div>
    </details>
  `;
}

/** Draws the inputs for a text to search for, and for the field to search in. */
export function searchInputs(
  t: OwnerTranslation,
  shown: Readonly<Record<"field" | "text", string>>,
  fields: ResponsesView["fields"],
): Html {
  const every = { id: "", label: t.say("responses_every_field") };
  const options = [every, ...fields].map(({ id, label }) =>
    option({ value: id, text: label, isChosen: id === shown.field }),
  );
  return html`
    <div class="what">
      <label class="label" for="text">${t.say("responses_search")}</label>
      <input class="input" type="search" id="text" name="text" maxlength="200" value="${shown.text}">
    </div>
    <div>
      ${labelledSelect({ id: "field", name: "field", label: t.say("responses_field"), options })}
    </div>
  `;
}

export function dayInputs(t: OwnerTranslation, shown: Readonly<Record<"from" | "to", string>>): Html {
  const day = (name: "from" | "to", label: "responses_from" | "responses_to_day") =>
    html`
      <div class="day">
        <label class="label" for="${name}">${t.say(label)}</label>
        <input class="input" type="date" id="${name}" name="${name}" value="${shown[name]}">
      </div>
    `;
  return html`${day("from", "responses_from")}${day("to", "responses_to_day")}`;
}
