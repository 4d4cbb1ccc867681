/** The summary of responses: their times, and a card with a chart for each question. */

import type { FormUrls } from "../../../../../generated/types.ts";
import type { Course } from "../../../../forms/answers/tallies/course.ts";
import type { CountedPart } from "../../../../forms/answers/tallies/tally.ts";
import type { HeadedForm } from "../../../../forms/overview.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { QuestionSummary, Summary } from "../../../../responses/analysis/summary.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { button } from "../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../components/controls/hidden-inputs.ts";
import { courseChart, unitHead } from "../../../components/line-chart.ts";
import { questionResult } from "../../../components/question-result.ts";
import { formHead } from "./form-head.ts";
import { addressToSend, noResponsesText } from "./no-responses.ts";
import { zoneText } from "./parts.ts";
import { daysText } from "./responses/condition-text.ts";
import { type ConditionsView, conditionFilters, questionChoice } from "./responses/conditions.ts";
import { countFilters, filterFold, periodInputs, searchInputs } from "./responses/filters.ts";
import { type ViewLink, viewLinks } from "./responses/saved-views.ts";
import { type SharedResultsView, sharedResultsPart } from "./responses/shared-results.ts";
import type { ShownPeriod } from "./responses/view.ts";

export interface SummaryView {
  readonly t: OwnerTranslation;
  readonly form: HeadedForm;
  readonly urls: FormUrls;
  readonly shown: Readonly<Record<"status" | "from" | "to" | "field" | "text" | "answers", string>>;
  /** The period that the days are. */
  readonly period: ShownPeriod;
  /** The filters by answer. */
  readonly conditions: ConditionsView;
  /** The saved views that the summary can show. */
  readonly views: readonly ViewLink[];
  /** The address of the table with the same filters. */
  readonly tableAddress: string;
  /** Returns the address of the table with one more filter: a part of a question's chart. Undefined: the address would be too long. */
  readonly addressOf: (field: string, part: CountedPart) => string | undefined;
  /** Fields to search in. */
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  readonly summary: Summary;
  /** The number of all verified responses of the form. */
  readonly total: number;
  /** How often the form was opened, started and sent; undefined: never, or the filter is one of answers. */
  readonly visits: Html | undefined;
  /** A sentence about visits from before their steps were counted. */
  readonly earlierVisits: string | undefined;
  /** The results for everybody; undefined: the account may not share them. */
  readonly sharing: SharedResultsView | undefined;
}

export function summaryPage(view: SummaryView): Html {
  const { t, form, summary } = view;
  const none = html`
    <p class="empty">${noneText(view)} ${view.earlierVisits}</p>
    ${view.total === 0 && addressToSend(t, form, view.urls)}
    ${view.visits}
  `;
  return html`
    ${formHead(t, form, "summary")}
    ${viewLinks(t, view.views)}
    ${filterPart(view)}
    ${filtersAnswers(view) && conditionFilters(view.conditions)}
    ${summary.count === 0 ? none : content(view)}
    ${view.sharing && sharedResultsPart(view.sharing)}
  `;
}

function noneText({ t, form, total }: SummaryView): string {
  if (total > 0) return t.say("responses_none_found");
  return noResponsesText(t, form);
}

function isFiltered({ shown, conditions }: SummaryView): boolean {
  return countFilters(shown, conditions) > 0;
}

/** Whether answers can be filtered: there are responses, or a filter that can be removed. */
function filtersAnswers(view: SummaryView): boolean {
  return view.total > 0 || isFiltered(view);
}

/** Draws the filters; without responses, only the one of visits. */
function filterPart(view: SummaryView): Html | undefined {
  const { t, shown, conditions, visits } = view;
  const hasAnswers = filtersAnswers(view);
  if (!hasAnswers) return visits && filters(view);
  return filterFold(t, countFilters(shown, conditions), [filters(view), questionChoice(conditions)]);
}

function filters(view: SummaryView): Html {
  const { t, form, shown, period, fields } = view;
  const hasAnswers = filtersAnswers(view);
  return html`
    <form class="filters" method="get" action="/forms/${form.id}/responses/summary" role="search">
      ${hasAnswers && searchInputs(t, shown, fields)}
      ${periodInputs(t, shown, period)}
      ${hiddenInputs({ answers: shown.answers })}
      <div class="go">${button({ text: t.say("responses_show"), look: "quiet" })}</div>
      <div class="all">
        ${isFiltered(view) && html`<a href="/forms/${form.id}/responses/summary">${t.say("responses_show_all")}</a>`}
      </div>
    </form>
  `;
}

function content(view: SummaryView): Html {
  const { t, summary, total } = view;
  const { count, searched, hasOlder, course, questions } = summary;
  const note = hasOlder && html`<p class="notice">${t.say("summary_latest", { count: searched, total })}</p>`;
  return html`
    ${note}
    <section class="question course">
      <h2>${t.say("responses_count", { count })}</h2>
      ${view.earlierVisits && html`<p class="soft">${view.earlierVisits}</p>`}
      ${filterText(view)}
      ${course && responseCourse(t, course)}
    </section>
    ${view.visits}
    <div class="questions">${questions.map((question) => card(view, question))}</div>
  `;
}

/** Describes the filter of the responses, for print: the inputs of the filter are not printed. */
function filterText({ t, shown, fields, summary, conditions }: SummaryView): Html | undefined {
  const isOfDays = shown.from !== "" || shown.to !== "";
  const days = isOfDays ? [daysText(t, t.say("responses_period"), shown)] : [];
  const texts = [...days, ...conditions.conditions.map(({ text }) => text)];
  const lines = texts.map((text) => html`<p class="on-paper">${text}</p>`);
  if (shown.text === "") return html`${lines}`;
  const field = fields.find(({ id }) => id === shown.field)?.label ?? t.say("responses_every_field");
  const values = { field, text: shown.text, count: summary.searched };
  return html`<p>${t.say("summary_where", values)}</p>${lines}`;
}

function responseCourse(t: OwnerTranslation, course: Course): Html {
  const caption = unitHead(t, course.unit);
  return html`
    <p class="soft">${caption} · ${zoneText(t, t.zone)}</p>
    ${courseChart(t, course, { caption, line: t.say("summary_count") })}
  `;
}

function card({ t, form, summary, tableAddress, addressOf }: SummaryView, question: QuestionSummary): Html {
  const { field, label, isRetired, digits, unit, answered, counted, result } = question;
  const lang = form.default_language === t.language ? undefined : form.default_language;
  const of =
    result === undefined
      ? t.say("summary_no_answers")
      : t.say("summary_answered", { count: answered, total: summary.count });
  const more = html`<p class="more"><a href="${tableAddress}">${t.say("summary_all_answers")}</a></p>`;
  const context = {
    t,
    label,
    digits,
    unit,
    counted,
    lang,
    addressOf: (part: CountedPart) => addressOf(field, part),
  };
  return html`
    <section class="question" id="q-${field}">
      <h2${attributes({ lang })}>${label}</h2>
      <p class="soft">${of}${isRetired && html` <span class="tag">${t.say("summary_retired")}</span>`}</p>
      ${result !== undefined && questionResult(context, result)}
      ${result?.kind === "texts" && more}
    </section>
  `;
}
