/** The heads of the table of responses: each sorts by its name, and has a menu to sort, filter and hide its column. */
import type { Language } from "../../../../../../generated/types.ts";
import type { ChoicesFilter, RangeFilter } from "../../../../../forms/fields/parts/filters.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import { CONTAINED_LENGTH } from "../../../../../responses/conditions/condition.ts";
import { type ConditionEntry, listOperators } from "../../../../../responses/conditions/entry.ts";
import type { OwnerTextKey, OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { option } from "../../../../components/controls/select.ts";
import type { ColumnFilter, ColumnHead, ResponsesView } from "./view.ts";
import { PERIODS } from "./view.ts";

/** Choices that a menu shows. The page of a filter has any number of them. */
const MAX_CHOICES = 40;

type HeadView = Pick<ResponsesView, "t" | "form" | "shown" | "period">;

/** Draws a head. @param more attributes of its cell @param lang the language of its name, as an attribute */
export function columnHead(view: HeadView, head: ColumnHead, more?: Html, lang?: Html): Html {
  const { t } = view;
  const { id, label, address, order, filter } = head;
  const isFiltered = filter?.without !== undefined;
  const name = t.say(isFiltered ? "column_menu_filtered" : "column_menu", { column: label });
  return html`
    <th scope="col"${attributes({ "aria-sort": order })}${more}>
      <div class="head">
        <a href="${address}"${lang}>${label}</a>
        <details class="menu column-menu${isFiltered && " filtered"}" name="column">
          <summary id="menu-${id}" title="${name}"><span class="vh">${name}</span></summary>
          <div>
            ${sortLinks(t, head)}
            ${filter && filterInputs(view, head, filter)}
            ${head.hide !== undefined && html`<a href="${head.hide}">${t.say("column_hide")}</a>`}
          </div>
        </details>
      </div>
    </th>
  `;
}

function sortLinks(t: OwnerTranslation, { sorts }: ColumnHead): readonly Html[] {
  return sorts.map(
    ({ text, address, isChosen }) =>
      html`<a href="${address}" data-live-link${attributes({ "aria-current": isChosen && "true" })}>${t.say(text)}</a>`,
  );
}

/** Draws the forms of the filters. They stand beside the table: it is within the form of the selected responses. */
export function columnForms({ form }: HeadView, heads: readonly ColumnHead[]): readonly Html[] {
  return heads.flatMap(({ id, filter }) => {
    if (filter === undefined || isLong(filter)) return [];
    const { hidden, answer } = filter;
    const action = `/forms/${form.id}/responses${answer ? "#conditions" : ""}`;
    return [html`<form id="${formId(id)}" method="get" action="${action}">${hiddenInputs(hidden)}</form>`];
  });
}

function formId(id: string): string {
  return `filter-${id}`;
}

function isLong({ answer }: ColumnFilter): boolean {
  const filter = answer?.question.filter;
  return filter?.kind === "choices" && filter.options.length > MAX_CHOICES;
}

function filterInputs(view: HeadView, head: ColumnHead, filter: ColumnFilter): Html {
  const { t, form } = view;
  const { without, answer } = filter;
  const remove =
    without !== undefined && html`<a href="${without}" data-live-link>${t.say("column_unfilter")}</a>`;
  if (isLong(filter)) {
    const query = new URLSearchParams(filter.hidden);
    const address = `/forms/${form.id}/responses?${query}#conditions`;
    return html`<a href="${address}">${t.say("condition_apply")} …</a>${remove}`;
  }
  const of = formId(head.id);
  return html`
    <fieldset>
      <legend class="vh">${t.say("condition_apply")}</legend>
      ${answer ? answerInputs(view, of, answer) : dayInputs(view, of)}
      <button class="quiet" form="${of}">${t.say("condition_apply")}</button>
    </fieldset>
    ${remove}
  `;
}

/** Draws the period of the time. Its style sheet shows the inputs of days while "Own dates" is chosen. */
function dayInputs({ t, shown, period }: HeadView, form: string): Html {
  const options = PERIODS.map((value) =>
    option({ value, text: t.say(`responses_period_${value}`), isChosen: value === period }),
  );
  const day = (name: "from" | "to", label: "responses_from" | "responses_to_day") =>
    html`
      <label class="day">
        <span>${t.say(label)}</span>
        <input class="input" type="date" form="${form}" name="${name}" value="${shown[name]}">
      </label>
    `;
  return html`
    <label>
      <span>${t.say("responses_period")}</span>
      <select class="input" name="period" form="${form}">${options}</select>
    </label>
    ${day("from", "responses_from")}
    ${day("to", "responses_to_day")}
  `;
}

function answerInputs(
  { t, form: { default_language } }: HeadView,
  form: string,
  { question: { filter }, entry }: NonNullable<ColumnFilter["answer"]>,
): Html {
  const operators = listOperators(filter).map((op) =>
    option({ value: op, text: t.say(operatorText(op)), isChosen: op === entry.op }),
  );
  return html`
    <label>
      <span>${t.say("condition_operator")}</span>
      <select class="input" name="op" form="${form}">${operators}</select>
    </label>
    ${filter.kind === "choices" && choiceBoxes(t, form, default_language, filter, entry)}
    ${filter.kind === "range" && boundInputs(t, form, filter, entry)}
    ${filter.kind === "text" && textInput(t, form, entry)}
  `;
}

/** The text of an operator, short enough for a menu on the smallest phones. */
function operatorText(op: ConditionEntry["op"]): OwnerTextKey {
  return op === "range" || op === "contains" ? `column_${op}` : `condition_${op}`;
}

function choiceBoxes(
  t: OwnerTranslation,
  form: string,
  language: Language,
  { options }: ChoicesFilter,
  { values }: ConditionEntry,
): Html {
  const boxes = options.map(({ id, label, isRetired }) =>
    checkBox({
      form,
      name: "value",
      value: id,
      text: isRetired ? t.say("condition_retired", { text: label }) : label,
      lang: language === t.language ? undefined : language,
      isChecked: values.has(id),
    }),
  );
  return html`<div class="operand" role="group" aria-label="${t.say("condition_values")}">${boxes}</div>`;
}

function boundInputs(t: OwnerTranslation, form: string, { unit }: RangeFilter, entry: ConditionEntry): Html {
  const isNumber = unit === "number";
  const inputs = (["low", "high"] as const).map((name) => {
    const values = attributes({
      class: "input",
      form,
      name,
      type: isNumber ? "text" : unit,
      inputmode: isNumber ? "decimal" : undefined,
      autocomplete: "off",
      maxlength: isNumber ? 40 : undefined,
      value: entry[name],
    });
    return html`<label><span>${t.say(`condition_${name}`)}</span><input${values}></label>`;
  });
  return html`<div class="operand bounds">${inputs}</div>`;
}

function textInput(t: OwnerTranslation, form: string, { text }: ConditionEntry): Html {
  const value = attributes({ class: "input", form, name: "has", maxlength: CONTAINED_LENGTH, value: text });
  return html`<label class="operand"><span>${t.say("condition_text")}</span><input${value}></label>`;
}
