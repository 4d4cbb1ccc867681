/** The responses of a form as a table, with search, actions and download. Every part works without scripts. */
import type { ExportFormat, ResponseStatus } from "../../../../../generated/types.ts";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { csrfField } from "../frame.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import { formHead } from "./form-head.ts";

/** A response as a row of the table. */
export interface ResponseRow {
  readonly id: string;
  /** ISO 8601. */
  readonly submittedAt: string;
  readonly email: string | undefined;
  /** ISO 8601: until when it can be restored; undefined: it is not deleted. */
  readonly eraseAt: string | undefined;
  /** One for each question of the table; undefined: not answered. */
  readonly cells: readonly (string | undefined)[];
}

export interface ResponsesView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** Where to sign in once more for what asks for a fresh sign-in; undefined: it is fresh. */
  readonly again: string | undefined;
  readonly form: AccessibleForm;
  /** What is shown, as entered. */
  readonly shown: Readonly<Record<"from" | "to" | "field" | "text" | "columns", string>> & {
    readonly status: ResponseStatus;
  };
  readonly statuses: readonly ResponseStatus[];
  readonly formats: readonly ExportFormat[];
  /** Fields to search in. */
  readonly fields: readonly { readonly id: string; readonly label: string }[];
  /** Ids of the fields that the table shows. */
  readonly columns: ReadonlySet<string>;
  /** Whether the form has questions that are no longer asked. */
  readonly hasRetired: boolean;
  /** Of all pages; undefined for a search. */
  readonly count: number | undefined;
  /** How many responses a search looked at; undefined: nothing was searched. */
  readonly hasSearched: number | undefined;
  readonly questions: readonly string[];
  readonly hasMoreQuestions: boolean;
  readonly rows: readonly ResponseRow[];
  /** Address of the next page. */
  readonly next: string | undefined;
}

export function responsesPage(view: ResponsesView): Html {
  const { t, form, rows, next, hasSearched } = view;
  const more = t.say(hasSearched === undefined ? "responses_more" : "responses_search_on");
  return html`${formHead(t, form, "table")}
${filters(view)}
${rows.length === 0 ? html`<p class="empty">${noneText(view)}</p>` : list(view)}
${next !== undefined && html`<p class="older"><a class="quiet" href="${next}">${more}</a></p>`}
${view.shown.status !== "deleted" && download(view)}`;
}

function noneText({ t, form, shown, hasSearched, next }: ResponsesView): string {
  if (hasSearched !== undefined)
    return t.say(next === undefined ? "responses_none_match" : "responses_none_match_yet", {
      count: hasSearched,
    });
  const isAll = shown.status === "verified" && shown.from === "" && shown.to === "";
  if (!isAll) return t.say("responses_none_found");
  return t.say(form.status === "draft" ? "responses_none_draft" : "responses_none_yet");
}

function filters(view: ResponsesView): Html {
  const { t, form, shown, statuses, fields } = view;
  const isFiltered = shown.text !== "" || shown.from !== "" || shown.to !== "" || shown.status !== "verified";
  return html`<form class="filters" method="get" action="/forms/${form.id}/responses" role="search">
${searchInputs(t, shown, fields)}
<div><label class="label" for="status">${t.say("responses_shown")}</label><select class="input" id="status" name="status">${statuses.map((one) => option(one, t.say(`responses_${one}`), shown.status))}</select></div>
${dayInputs(t, shown)}
<div class="go"><button class="quiet">${t.say("responses_show")}</button>${isFiltered && html`<a href="/forms/${form.id}/responses">${t.say("responses_show_all")}</a>`}</div>${columnBoxes(view)}</form>`;
}

/** Which questions the table shows. */
function columnBoxes({ t, form, fields, columns }: ResponsesView): Html | undefined {
  if (fields.length < 2) return undefined;
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  const boxes = fields.map(
    ({ id, label }) =>
      html`<label class="check"><input type="checkbox" name="columns" value="${id}"${attributes({ checked: columns.has(id) })}><span${lang}>${label}</span></label>`,
  );
  return html`<details class="choose columns-shown"><summary>${t.say("responses_columns")}</summary><p class="soft">${t.say("responses_columns_text")}</p><div class="boxes">${boxes}</div></details>`;
}

function option(value: string, name: string, chosen: string): Html {
  return html`<option value="${value}"${attributes({ selected: value === chosen })}>${name}</option>`;
}

/** What the answers contain, and in which field. */
export function searchInputs(
  t: OwnerTranslation,
  shown: Readonly<Record<"field" | "text", string>>,
  fields: ResponsesView["fields"],
): Html {
  const options = fields.map(({ id, label }) => option(id, label, shown.field));
  return html`<div class="what"><label class="label" for="text">${t.say("responses_search")}</label><input class="input" type="search" id="text" name="text" maxlength="200" value="${shown.text}"></div>
<div><label class="label" for="field">${t.say("responses_field")}</label><select class="input" id="field" name="field">${option("", t.say("responses_every_field"), shown.field)}${options}</select></div>`;
}

export function dayInputs(t: OwnerTranslation, shown: Readonly<Record<"from" | "to", string>>): Html {
  const day = (name: "from" | "to", label: "responses_from" | "responses_to_day") =>
    html`<div class="day"><label class="label" for="${name}">${t.say(label)}</label><input class="input" type="date" id="${name}" name="${name}" value="${shown[name]}"></div>`;
  return html`${day("from", "responses_from")}${day("to", "responses_to_day")}`;
}

function list(view: ResponsesView): Html {
  const { t, csrf, form, shown, count, hasSearched, hasMoreQuestions, rows } = view;
  const text =
    hasSearched === undefined
      ? t.say("responses_count", { count: count ?? rows.length })
      : `${t.say("responses_found", { count: rows.length })} ${t.say("responses_searched", { count: hasSearched })}`;
  const actions = form.access === "view" ? [] : listActions(view);
  const hidden = Object.entries(shown).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const content = html`<div class="sideways" role="region" tabindex="0" aria-label="${t.say("responses_title")}">${table(view, actions.length > 0)}</div>
${hasMoreQuestions && html`<p class="soft small">${t.say("responses_more_questions")}</p>`}`;
  return html`<p class="soft count">${text}</p>
${
  actions.length === 0
    ? content
    : html`<form method="post" action="/forms/${form.id}/responses/selected">${csrfField(csrf)}${hidden}${content}
<div class="bulk" role="group" aria-label="${t.say("responses_selected")}"><span class="soft">${t.say("responses_selected")}</span>${actions}</div></form>`
}`;
}

/** What a user who may change the form can do with responses of this status. */
export function listActions({
  t,
  shown,
}: {
  readonly t: OwnerTranslation;
  readonly shown: { readonly status: ResponseStatus };
}): readonly Html[] {
  if (shown.status === "deleted")
    return [
      html`<button class="quiet" name="action" value="restore">${t.say("response_restore")}</button>`,
      html`<button class="danger" name="action" value="erase">${t.say("response_erase_now")}</button>`,
    ];
  const mark = shown.status === "spam" ? "not_spam" : "spam";
  return [
    html`<button class="quiet" name="action" value="${mark}">${t.say(`response_mark_${mark}`)}</button>`,
    html`<button class="danger" name="action" value="delete">${t.say("response_delete")}</button>`,
  ];
}

function table({ t, form, shown, questions, rows }: ResponsesView, isSelectable: boolean): Html {
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  const heads = questions.map((question) => html`<th scope="col"${lang}><span>${question}</span></th>`);
  return html`<table class="answers${shown.columns !== "" && " chosen"}"><thead><tr>${isSelectable && html`<td></td>`}<th scope="col">${t.say("responses_when")}</th>${shown.status === "deleted" && html`<th scope="col"><span>${t.say("responses_until")}</span></th>`}<th scope="col">${t.say("responses_who")}</th>${heads}</tr></thead>
<tbody>${rows.map((row) => tableRow({ t, form, questions }, row, lang, isSelectable))}</tbody></table>`;
}

function tableRow(
  { t, form, questions }: Pick<ResponsesView, "t" | "form" | "questions">,
  { id, submittedAt, email, eraseAt, cells }: ResponseRow,
  lang: Html,
  isSelectable: boolean,
): Html {
  const when = shortTime(t, submittedAt);
  const who = email ?? t.say("responses_no_address");
  const label = t.say("responses_select_one", { who, when });
  const answers = cells.map((cell, index) =>
    cell === undefined
      ? html`<td class="none"></td>`
      : html`<td${lang} data-question="${questions[index]}"><span>${cell}</span></td>`,
  );
  return html`<tr>${isSelectable && html`<td class="pick"><label><span class="vh">${label}</span><input type="checkbox" name="response" value="${id}"></label></td>`}
<td class="when"><a href="/forms/${form.id}/responses/${id}">${when}</a></td>${eraseAt !== undefined && html`<td data-question="${t.say("responses_until")}"><span>${t.date(eraseAt.slice(0, 10))}</span></td>`}<td class="person">${who}</td>${answers}</tr>`;
}

function shortTime({ locale }: OwnerTranslation, iso: string): string {
  const format = new Intl.DateTimeFormat(locale, {
    dateStyle: "medium",
    timeStyle: "short",
    timeZone: "UTC",
  });
  return format.format(new Date(iso));
}

function download({ t, csrf, again, form, formats, shown, hasRetired }: ResponsesView): Html {
  const options = formats.map(
    (format) => html`<option value="${format}">${t.say(`responses_export_${format}`)}</option>`,
  );
  const { status, from, to } = shown;
  const hidden = Object.entries({ status, from, to }).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  const leaveOut =
    hasRetired &&
    html`<label class="check"><input type="checkbox" name="retired" value="leave_out"><span>${t.say("responses_without_retired")}</span></label>`;
  const wish = html`<form class="search narrow" method="post" action="/forms/${form.id}/export">${csrfField(csrf)}${hidden}<div><label class="vh" for="format">${t.say("responses_export_format")}</label><select class="input" id="format" name="format">${options}</select></div>${leaveOut}
<button class="quiet">${t.say("responses_export_button")}</button></form>`;
  return html`<section class="part download"><h2>${t.say("responses_export")}</h2><p class="soft">${t.say("responses_export_text", { status: t.say(`responses_${status}`) })}</p>${orSignInAgain(t, again, wish)}</section>`;
}
