/** The filters by answer above responses: those that apply, and the inputs of another one. Works without scripts. */
import type { Language } from "../../../../../../generated/types.ts";
import type { ChoicesFilter, RangeFilter } from "../../../../../forms/fields/parts/filters.ts";
import { attributes, type Html, html } from "../../../../../platform/html.ts";
import { CONTAINED_LENGTH } from "../../../../../responses/conditions/condition.ts";
import { type ConditionEntry, listOperators } from "../../../../../responses/conditions/entry.ts";
import type { FilteredQuestion } from "../../../../../responses/conditions/question-filters.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { boxGroup, checkBox } from "../../../../components/controls/boxes.ts";
import { actions, button, linkButton } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import { questionText } from "./condition-text.ts";

/** A filter in words, and the address of the page without it. */
interface AppliedFilter {
  readonly text: string;
  readonly without: string;
}

export interface ConditionsView {
  readonly t: OwnerTranslation;
  /** The language of the form's own texts. */
  readonly language: Language;
  /** The address of the page, without its settings. */
  readonly action: string;
  /** The settings of the page, by the names of inputs. */
  readonly hidden: Readonly<Record<string, string>>;
  /** The conditions in words, and the address of the page without each. */
  readonly conditions: readonly AppliedFilter[];
  /** The questions that can be filtered by; none: there are as many conditions as fit. */
  readonly questions: readonly FilteredQuestion[];
  /** The condition that is being entered. */
  readonly entered:
    | {
        readonly question: FilteredQuestion;
        readonly entry: ConditionEntry;
        /** Whether the condition is right, but the address has no room for it. */
        readonly isTooLong: boolean;
        /** The address of the page without it. */
        readonly back: string;
      }
    | undefined;
  /** The address of the other page with the same conditions. */
  readonly otherPage: string;
  readonly page: "table" | "summary";
}

/**
 * Draws the filters that apply, and the inputs of the one that is being entered; nothing without both.
 * @param days the filter by days, where no input of the page shows it
 */
export function conditionFilters(view: ConditionsView, days?: AppliedFilter): Html | undefined {
  const { t, entered } = view;
  const applied = days === undefined ? view.conditions : [days, ...view.conditions];
  if (entered === undefined && applied.length === 0) return undefined;
  return html`
    <section class="conditions" id="conditions" aria-label="${t.say("conditions_title")}">
      ${applied.length > 0 && conditionList(view, applied)}
      ${entered && conditionForm(view, entered)}
    </section>
  `;
}

function conditionList(
  { t, language, otherPage, page }: ConditionsView,
  conditions: readonly AppliedFilter[],
): Html {
  const lang = attributes({ lang: language === t.language ? undefined : language });
  const items = conditions.map(({ text, without }) => {
    const label = t.say("condition_remove", { filter: text });
    return html`
      <li>
        <span${lang}>${text}</span>
        <a href="${without}" aria-label="${label}"><span aria-hidden="true">×</span></a>
      </li>
    `;
  });
  return html`
    <ul aria-label="${t.say("conditions_title")}">${items}</ul>
    <p class="small"><a href="${otherPage}">${t.say(`conditions_on_${page}`)}</a></p>
  `;
}

/**
 * Draws the choice of a question to filter by. Its filter has inputs of its own, so it comes on the next page.
 * @param heads keys of the questions that are filtered in the head of the table
 */
export function questionChoice(view: ConditionsView, heads?: ReadonlySet<string>): Html | undefined {
  const { t, language, action, hidden, entered } = view;
  const questions = view.questions.filter(({ key }) => !heads?.has(key));
  const label = t.say(heads === undefined ? "condition_question" : "condition_other_question");
  if (questions.length === 0 || entered !== undefined) return undefined;
  const lang = language === t.language ? undefined : language;
  const options = questions.map((question) => {
    const text = questionText(t, question);
    return option({
      value: question.key,
      text: question.isRetired ? t.say("condition_retired", { text }) : text,
      lang,
    });
  });
  return html`
    <form class="add-condition" method="get" action="${action}#conditions">
      ${hiddenInputs(hidden)}
      <div>${labelledSelect({ id: "where", name: "where", label, options })}</div>
      ${button({ text: t.say("condition_add"), look: "quiet" })}
    </form>
  `;
}

type Entered = NonNullable<ConditionsView["entered"]>;

function conditionForm(view: ConditionsView, entered: Entered): Html {
  const { t, language, action, hidden } = view;
  const { question, entry, isTooLong, back } = entered;
  const problem = isTooLong ? t.say("condition_too_long") : entry.isSent && t.say(wrongKey(question));
  const lang = attributes({ lang: language === t.language ? undefined : language });
  const operators = listOperators(question.filter).map((op) => {
    const box = checkBox({
      type: "radio",
      name: "op",
      value: op,
      text: t.say(`condition_${op}`),
      isChecked: op === entry.op,
    });
    return box;
  });
  return html`
    <form class="panel" method="get" action="${action}#conditions">
      ${hiddenInputs({ ...hidden, where: question.key })}
      <h2${lang}>${questionText(t, question)}</h2>
      ${problem && html`<p class="message" role="alert">${problem}</p>`}
      ${boxGroup({ legend: t.say("condition_operator"), content: html`<div class="operators">${operators}</div>` })}
      ${operandInputs(view, entered)}
      ${actions(
        button({ text: t.say("condition_apply"), look: "main" }),
        linkButton({ text: t.say("condition_cancel"), look: "quiet", address: back }),
      )}
    </form>
  `;
}

function wrongKey({ filter }: FilteredQuestion) {
  if (filter.kind === "choices") return "condition_wrong_choices";
  return filter.kind === "range" ? (`condition_wrong_${filter.unit}` as const) : "condition_wrong_text";
}

function operandInputs({ t, language }: ConditionsView, { question, entry }: Entered): Html | undefined {
  const { filter } = question;
  switch (filter.kind) {
    case "choices":
      return choiceBoxes(t, language, filter, entry);
    case "range":
      return html`<div class="bounds">${boundInputs(t, filter, entry)}</div>`;
    case "text":
      return html`
        <div class="field">
          <label class="label" for="has">${t.say("condition_text")}</label>
          <input class="input" id="has" name="has" maxlength="${CONTAINED_LENGTH}" value="${entry.text}">
        </div>
      `;
    case "presence":
      return undefined;
  }
}

function choiceBoxes(
  t: OwnerTranslation,
  language: Language,
  { options }: ChoicesFilter,
  { values }: ConditionEntry,
): Html {
  const lang = language === t.language ? undefined : language;
  const boxes = options.map(({ id, label, isRetired }) =>
    checkBox({
      name: "value",
      value: id,
      text: isRetired ? t.say("condition_retired", { text: label }) : label,
      lang,
      isChecked: values.has(id),
    }),
  );
  return boxGroup({ legend: t.say("condition_values"), content: html`<div class="boxes">${boxes}</div>` });
}

function boundInputs(
  t: OwnerTranslation,
  { unit }: RangeFilter,
  { low, high }: ConditionEntry,
): readonly Html[] {
  const bounds = [
    ["low", t.say("condition_low"), low],
    ["high", t.say("condition_high"), high],
  ] as const;
  return bounds.map(([name, label, value]) => {
    const isNumber = unit === "number";
    const values = attributes({
      class: "input",
      id: name,
      name,
      type: isNumber ? "text" : unit,
      inputmode: isNumber ? "decimal" : undefined,
      autocomplete: "off",
      maxlength: isNumber ? 40 : undefined,
      value,
    });
    return html`<div><label class="label" for="${name}">${label}</label><input${values}></div>`;
  });
}
