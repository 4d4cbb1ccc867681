/** The form that filters the responses of a form, and the menu that chooses the questions of the table. */
import { type Html, type HtmlValue, html } from "../../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import { PERIODS, type ResponsesView, type ShownPeriod } from "./view.ts";

/** The id of the form, for inputs elsewhere on the page. */
const FORM_ID = "filters";
/** The parts of the page that differ with the filters. */
const LIVE_PARTS =
  "shown-hidden shown-views shown-used shown-all shown-choice before-table shown-count shown-table";

/** Draws the part that searches and filters. Its style sheet folds it on phones, where it is higher than a screen. */
export function filterFold(t: OwnerTranslation, used: number, content: HtmlValue): Html {
  return html`
    <details class="choose filter-fold">
      <summary>
        <span>${t.say("responses_filters")}</span>
        <span id="shown-used">${used > 0 && html`<span class="tag">${t.say("responses_filters_used", { count: used })}</span>`}</span>
      </summary>
      ${content}
    </details>
  `;
}

/** Counts the filters that apply: a status, a search, a period, and each filter by answer. */
export function countFilters(
  shown: Readonly<Record<"status" | "text" | "from" | "to", string>>,
  { conditions }: ResponsesView["conditions"],
): number {
  const isOfDays = shown.from !== "" || shown.to !== "";
  const used = [shown.status !== "verified", shown.text !== "", isOfDays];
  return used.filter(Boolean).length + conditions.length;
}

export function filters(view: ResponsesView): Html {
  const { t, form, shown, statuses, fields } = view;
  const isFiltered = countFilters(shown, view.conditions) > 0;
  const address = `/forms/${form.id}/responses`;
  return html`
    <form class="filters" method="get" action="${address}" id="${FORM_ID}" role="search" data-live="${LIVE_PARTS}">
      ${searchInputs(t, shown, fields)}
      <div id="shown-hidden" hidden>
        ${hiddenInputs({ sort: shown.sort, answers: shown.answers, from: shown.from, to: shown.to })}
      </div>
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
      <div class="go">${button({ text: t.say("responses_show"), look: "quiet" })}</div>
      <div class="all" id="shown-all">
        ${isFiltered && html`<a href="${address}">${t.say("responses_show_all")}</a>`}
      </div>
    </form>
  `;
}

/** Draws the menu in the head of the table that chooses its questions. Its boxes belong to the filters. */
export function columnMenu({ t, form, fields, columns }: ResponsesView): Html | undefined {
  if (fields.length < 2) return undefined;
  const lang = form.default_language === t.language ? undefined : form.default_language;
  const boxes = fields.map(({ id, label }) =>
    checkBox({ form: FORM_ID, name: "columns", value: id, text: label, lang, isChecked: columns.has(id) }),
  );
  return html`
    <details class="menu columns-menu">
      <summary>${t.say("responses_columns")}</summary>
      <div>
        <fieldset>
          <legend class="soft">${t.say("responses_columns_text")}</legend>
          ${boxes}
        </fieldset>
        <button class="quiet" form="${FORM_ID}" data-live-button>${t.say("responses_show")}</button>
      </div>
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
    <div class="where">
      ${labelledSelect({ id: "field", name: "field", label: t.say("responses_field"), options })}
    </div>
  `;
}

/** Draws the menu of periods. Its style sheet shows the inputs of days while "Own dates" is chosen. */
export function periodInputs(
  t: OwnerTranslation,
  shown: Readonly<Record<"from" | "to", string>>,
  period: ShownPeriod,
): Html {
  const options = PERIODS.map((value) =>
    option({ value, text: t.say(`responses_period_${value}`), isChosen: value === period }),
  );
  const day = (name: "from" | "to", label: "responses_from" | "responses_to_day") =>
    html`
      <div class="day">
        <label class="label" for="${name}">${t.say(label)}</label>
        <input class="input" type="date" id="${name}" name="${name}" value="${shown[name]}">
      </div>
    `;
  return html`
    <div>
      ${labelledSelect({ id: "period", name: "period", label: t.say("responses_period"), options })}
    </div>
    ${day("from", "responses_from")}
    ${day("to", "responses_to_day")}
  `;
}
