/** The responses of a form as a table, with search, actions and download. Every part works without scripts. */
import type { ResponseStatus } from "../../../../../generated/types.ts";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { attributes, type Html, html } from "../../../../platform/html.ts";
import type { FileFormat } from "../../../../responses/exports/request.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { csrfField } from "../frame.ts";
import { orSignInAgain } from "../sign-in-again.ts";
import { formHead } from "./form-head.ts";

/** What the list can be of: a test is none of the statuses that tools know. */
export type ShownStatus = ResponseStatus | "test";

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

/** A head that sorts the table. */
export interface SortHead {
  readonly label: string;
  /** Sorts by it, or the other way round. */
  readonly address: string;
  /** How the table is sorted by it now. */
  readonly order: "ascending" | "descending" | undefined;
}

export interface ResponsesView {
  readonly t: OwnerTranslation;
  readonly csrf: string;
  /** Where to sign in once more for what asks for a fresh sign-in; undefined: it is fresh. */
  readonly again: string | undefined;
  readonly form: AccessibleForm;
  /** What is shown, as entered. */
  readonly shown: Readonly<Record<"from" | "to" | "field" | "text" | "columns" | "sort", string>> & {
    readonly status: ShownStatus;
  };
  readonly statuses: readonly ShownStatus[];
  readonly formats: readonly FileFormat[];
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
  readonly heads: { readonly time: SortHead; readonly address: SortHead };
  readonly questions: readonly SortHead[];
  readonly hasMoreQuestions: boolean;
  readonly rows: readonly ResponseRow[];
  readonly rowAddress: (id: string) => string;
  readonly selection: {
    readonly isPage: boolean;
    /** How many match and are selected, and which; undefined: it is not all that match. */
    readonly all: { readonly count: number; readonly mark: string } | undefined;
    readonly address: (select: "page" | "all" | "") => string;
  };
  /** Address of the next page. */
  readonly next: string | undefined;
}

export function responsesPage(view: ResponsesView): Html {
  const { t, form, rows, next, hasSearched } = view;
  const older = hasSearched === undefined ? "responses_more" : "responses_search_on";
  const more = t.say(view.shown.sort === "" ? older : "responses_next");
  return html`${formHead(t, form, "table")}
${filters(view)}
${rows.length === 0 ? html`<p class="empty">${noneText(view)}</p>` : list(view)}
${next !== undefined && html`<p class="older"><a class="quiet" href="${next}">${more}</a></p>`}
${rows.length > 0 && !isKeptOnly(view) && download(view)}`;
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
<input type="hidden" name="sort" value="${shown.sort}"><div><label class="label" for="status">${t.say("responses_shown")}</label><select class="input" id="status" name="status">${statuses.map((one) => option(one, t.say(`responses_${one}`), shown.status))}</select></div>
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
  const content = html`<div class="sideways" role="region" tabindex="0" aria-label="${t.say("responses_title")}">${table(view, actions.length > 0)}</div>
${hasMoreQuestions && html`<p class="soft small">${t.say("responses_more_questions")}</p>`}`;
  return html`<p class="soft count">${text}${actions.length > 0 && selectLinks(view)}</p>
${
  actions.length === 0
    ? content
    : html`<form method="post" action="/forms/${form.id}/responses/selected">${csrfField(csrf)}${hiddenInputs({ ...shown, all: view.selection.all?.mark ?? "" })}${content}
<div class="bulk" role="group" aria-label="${t.say("responses_selected")}"><span class="soft">${t.say("responses_selected")}</span>${actions}${!isKeptOnly(view) && bulkDownload(view)}</div></form>`
}`;
}

export function hiddenInputs(inputs: Readonly<Record<string, string>>): readonly Html[] {
  return Object.entries(inputs).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
}

function bulkDownload({ t, formats }: ResponsesView): Html {
  return html`<select class="input" name="format" aria-label="${t.say("responses_export_format")}">${formatOptions(t, formats)}</select><button class="quiet" name="action" value="export">${t.say("responses_export")}</button>`;
}

function formatOptions(t: OwnerTranslation, formats: readonly FileFormat[]): readonly Html[] {
  return formats.map(
    (format) => html`<option value="${format}">${t.say(`responses_export_${format}`)}</option>`,
  );
}

/** Selects without scripts: each link leads to the same list. */
function selectLinks({ t, shown, count, rows, next, selection }: ResponsesView): Html {
  const { isPage, all, address } = selection;
  const isSome = isPage || all !== undefined;
  const isAllShown = next === undefined && count === rows.length;
  const link = (select: "page" | "all" | "", text: string) =>
    html` · <a href="${address(select)}">${text}</a>`;
  return html`${all !== undefined && html` · <strong>${t.say("responses_all_selected", { count: all.count })}</strong>`}
${!isSome && link("page", t.say("responses_select_page"))}${all === undefined && !isAllShown && link("all", count === undefined ? t.say("responses_select_matching") : t.say("responses_select_all", { count }))}${isSome && shown.status !== "test" && link("", t.say("responses_select_none"))}`;
}

/** Deleted responses and tests are in no file, and end on a day. */
function isKeptOnly({ shown: { status } }: Pick<ResponsesView, "shown">): boolean {
  return status === "deleted" || status === "test";
}

/** What a user who may change the form can do with responses of this status. */
export function listActions({
  t,
  shown,
}: {
  readonly t: OwnerTranslation;
  readonly shown: { readonly status: ShownStatus };
}): readonly Html[] {
  if (shown.status === "test")
    return [
      html`<button class="danger" name="action" value="erase_sure">${t.say("responses_remove_tests")}</button>`,
    ];
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

function table(view: ResponsesView, isSelectable: boolean): Html {
  const { t, form, shown, heads, questions, rows } = view;
  const lang = attributes({ lang: form.default_language === t.language ? undefined : form.default_language });
  const head = ({ label, address, order }: SortHead, more?: Html) =>
    html`<th scope="col"${attributes({ "aria-sort": order })}${more}><a href="${address}">${label}</a></th>`;
  return html`<table class="answers${shown.columns !== "" && " chosen"}"><thead><tr>${isSelectable && html`<td class="pick"></td>`}${head(heads.time)}${isKeptOnly(view) && html`<th scope="col"><span>${t.say("responses_until")}</span></th>`}${head(heads.address)}${questions.map((question) => head(question, lang))}</tr></thead>
<tbody>${rows.map((row) => tableRow(view, row, lang, isSelectable))}</tbody></table>`;
}

function tableRow(
  { t, questions, rowAddress, selection }: ResponsesView,
  { id, submittedAt, email, eraseAt, cells }: ResponseRow,
  lang: Html,
  isSelectable: boolean,
): Html {
  const when = t.datetime(submittedAt.slice(0, 16));
  const who = email ?? t.say("responses_no_address");
  const label = t.say("responses_select_one", { who, when });
  const answers = cells.map((cell, index) =>
    cell === undefined
      ? html`<td class="none"></td>`
      : html`<td${lang} data-question="${questions[index]?.label}"><span>${cell}</span></td>`,
  );
  const ticked = attributes({
    checked: selection.isPage || selection.all !== undefined,
    disabled: selection.all !== undefined,
  });
  return html`<tr>${isSelectable && html`<td class="pick"><label><span class="vh">${label}</span><input type="checkbox" name="response" value="${id}"${ticked}></label></td>`}
<td class="when"><a href="${rowAddress(id)}">${when}</a></td>${eraseAt !== undefined && html`<td data-question="${t.say("responses_until")}"><span>${t.date(eraseAt.slice(0, 10))}</span></td>`}<td class="person">${who}</td>${answers}</tr>`;
}

function download({ t, csrf, again, form, formats, shown, hasRetired }: ResponsesView): Html {
  const { status, from, to } = shown;
  const hidden = hiddenInputs({ status, from, to });
  const leaveOut =
    hasRetired &&
    html`<label class="check"><input type="checkbox" name="retired" value="leave_out"><span>${t.say("responses_without_retired")}</span></label>`;
  const wish = html`<form class="search narrow" method="post" action="/forms/${form.id}/export">${csrfField(csrf)}${hidden}<div><label class="vh" for="format">${t.say("responses_export_format")}</label><select class="input" id="format" name="format">${formatOptions(t, formats)}</select></div>${leaveOut}
<button class="quiet">${t.say("responses_export_button")}</button></form>`;
  return html`<section class="part download"><h2>${t.say("responses_export")}</h2><p class="soft">${t.say("responses_export_text", { status: t.say(`responses_${status}`) })}</p>${orSignInAgain(t, again, wish)}</section>`;
}
