/** The responses of a form as a table, with search, actions and download. Every part works without scripts. */
import { type Html, html } from "../../../../../platform/html.ts";
import { MAX_RESPONSES } from "../../../../../responses/batches.ts";
import type { FileFormat } from "../../../../../responses/exports/request.ts";
import type { OwnerTranslation } from "../../../../../texts/owner/owner-texts.ts";
import { part } from "../../../../components/blocks/part.ts";
import { checkBox } from "../../../../components/controls/boxes.ts";
import { button } from "../../../../components/controls/buttons.ts";
import { hiddenInputs } from "../../../../components/controls/hidden-inputs.ts";
import { postForm } from "../../../../components/controls/post-form.ts";
import { labelledSelect, option } from "../../../../components/controls/select.ts";
import { showOrSignInAgain } from "../../sign-in-again.ts";
import { formHead } from "../form-head.ts";
import { addressToSend, noResponsesText } from "../no-responses.ts";
import { liveNews, olderLink, zoneText } from "../parts.ts";
import { columnForms } from "./column-head.ts";
import { conditionFilters, questionChoice } from "./conditions.ts";
import { columnMenu, countFilters, filterFold, filters } from "./filters.ts";
import { viewActions, viewLinks } from "./saved-views.ts";
import { responseTable } from "./table.ts";
import { isKeptOnly, type ResponsesView, type ShownStatus } from "./view.ts";

export function responsesPage(view: ResponsesView): Html {
  const { t, form, rows, next, hasSearched } = view;
  const unsorted = hasSearched === undefined ? "responses_more" : "responses_search_on";
  const more = t.say(view.shown.sort === "" ? unsorted : "responses_next");
  return html`
    ${formHead(t, form, "table")}
    ${view.hasFilters && filterParts(view)}
    <div id="shown-table">
      ${rows.length === 0 ? noneBox(view) : list(view)}
      ${next !== undefined && olderLink(more, next)}
      ${rows.length > 0 && !isKeptOnly(view) && download(view)}
    </div>
    ${liveNews()}
  `;
}

/** Draws what is above the table: views, the search and filters, the number of responses, and the menu of columns. */
function filterParts(view: ResponsesView): Html {
  const { t, rows, views } = view;
  return html`
    <div id="shown-views">${viewLinks(t, views)}</div>
    ${filterFold(t, countFilters(view.shown, view.conditions), [filters(view), filterChoice(view)])}
    <div id="before-table">${conditionFilters(view.conditions, view.days)}</div>
    <div class="table-line">
      <div id="shown-count">${rows.length > 0 && countLine(view)}</div>
      ${columnMenu(view)}
    </div>
  `;
}

/** Draws the choice of one more filter, and the forms that save what is filtered. */
function filterChoice(view: ResponsesView): Html {
  const heads = [view.heads.address, ...view.questions];
  const headed = new Set(heads.flatMap(({ filter }) => filter?.answer?.question.key ?? []));
  return html`
    <div id="shown-choice">
      ${questionChoice(view.conditions, headed)}
      ${view.viewActions && viewActions(view.viewActions)}
    </div>
  `;
}

/** Says why there is no table, and leads on: to all responses, or to the address of the form. */
function noneBox(view: ResponsesView): Html {
  const { t, form, urls, shown, conditions } = view;
  const isFiltered = countFilters(shown, conditions) > 0;
  const back = isFiltered && html` <a href="/forms/${form.id}/responses">${t.say("responses_show_all")}</a>`;
  const heads = hasHeads(view) && html`${sideways(view, false)}${forms(view)}`;
  return html`
    ${heads}
    <p class="empty"><span data-news>${noneText(view)}</span>${back}</p>
    ${!isFiltered && addressToSend(t, form, urls)}
  `;
}

/** Whether a list without responses keeps the heads of its table: their filters can be changed. */
function hasHeads({ days, conditions }: ResponsesView): boolean {
  return days !== undefined || conditions.conditions.length > 0;
}

/** Draws the table, which is moved sideways where it is wider than the page. */
function sideways(view: ResponsesView, isSelectable: boolean): Html {
  return html`
    <div class="sideways" role="region" tabindex="0" aria-label="${view.t.say("responses_title")}">
      ${responseTable(view, isSelectable)}
    </div>
  `;
}

function forms(view: ResponsesView): readonly Html[] {
  const { heads, questions } = view;
  return columnForms(view, [heads.time, heads.address, ...questions]);
}

function noneText({ t, form, shown, hasSearched, next, isEmptied }: ResponsesView): string {
  if (isEmptied && next === undefined) return t.say("responses_none_left");
  if (hasSearched !== undefined)
    return t.say(next === undefined ? "responses_none_match" : "responses_none_match_yet", {
      count: hasSearched,
    });
  const isAll = shown.status === "verified" && shown.from === "" && shown.to === "";
  if (!isAll) return t.say("responses_none_found");
  return noResponsesText(t, form);
}

/** The line above the table. */
function countLine(view: ResponsesView): Html {
  const { t, form, count, hasSearched, rows } = view;
  const text =
    hasSearched === undefined
      ? t.say("responses_count", { count: count ?? rows.length })
      : `${t.say("responses_found", { count: rows.length })} ${t.say("responses_searched", { count: hasSearched })}`;
  const select = form.access !== "view" && selectLinks(view);
  const toDownload =
    !isKeptOnly(view) && html`<span> · <a href="#download">${t.say("responses_export")}</a></span>`;
  return html`<p class="soft count"><span data-news>${text}</span>${select}${toDownload}</p>`;
}

function list(view: ResponsesView): Html {
  const { t, csrf, form, shown, hasMoreQuestions } = view;
  const buttons = form.access === "view" ? [] : listActions(view);
  const content = html`
    ${sideways(view, buttons.length > 0)}
    ${hasMoreQuestions && html`<p class="soft small">${t.say("responses_more_questions")}</p>`}
    <p class="soft small">${zoneText(t, t.zone)}</p>
  `;
  return html`
    ${
      buttons.length === 0
        ? content
        : postForm({
            action: `/forms/${form.id}/responses/selected`,
            csrf,
            hidden: { ...shown, all: view.selection.all?.mark ?? "" },
            content: html`
              ${content}
              <div class="bulk" role="group" aria-label="${t.say("responses_selected")}">
                ${selectedText(view)}
                ${buttons}
                ${!isKeptOnly(view) && bulkDownload(view)}
              </div>
            `,
          })
    }
    ${forms(view)}
  `;
}

/** Says how many responses are selected. Ticked boxes are counted by the style sheet. */
function selectedText({ t, selection: { all } }: ResponsesView): Html {
  if (all === undefined) return html`<span class="soft picked">${t.say("responses_selected")}</span>`;
  return html`<span class="soft">${t.say("responses_selected")} <strong>${t.number(all.count)}</strong></span>`;
}

function bulkDownload({ t, formats }: ResponsesView): Html {
  return html`
    <select class="input" name="format" aria-label="${t.say("responses_export_format")}">
      ${formatOptions(t, formats)}
      ${option({ value: "pdf", text: t.say("responses_export_pdf") })}
    </select>
    ${button({ text: t.say("responses_export"), look: "quiet", name: "action", value: "export" })}
  `;
}

function formatOptions(t: OwnerTranslation, formats: readonly FileFormat[]): readonly Html[] {
  return formats.map((format) => option({ value: format, text: t.say(`responses_export_${format}`) }));
}

/** Draws links that select responses without scripts: each leads to the same list. */
function selectLinks({ t, shown, count, rows, next, selection }: ResponsesView): Html {
  const { isPage, all, address } = selection;
  const isSome = isPage || all !== undefined;
  const isAllShown = next === undefined && count === rows.length;
  const link = (select: "page" | "all" | "", text: string) =>
    html`<span> · <a href="${address(select)}">${text}</a></span>`;
  const allText = all?.hasOlder ? "responses_latest_selected" : "responses_all_selected";
  return html`
    ${all !== undefined && html` · <strong>${t.say(allText, { count: all.count })}</strong>`}
    ${!isSome && rows.length > 1 && link("page", t.say("responses_select_page"))}
    ${all === undefined && !isAllShown && link("all", selectAllText(t, count))}
    ${isSome && shown.status !== "test" && link("", t.say("responses_select_none"))}
  `;
}

/** @param count the number of matching responses; undefined: it is not known yet */
function selectAllText(t: OwnerTranslation, count: number | undefined): string {
  if (count === undefined) return t.say("responses_select_matching");
  if (count > MAX_RESPONSES) return t.say("responses_select_latest", { count: MAX_RESPONSES });
  return t.say("responses_select_all", { count });
}

/** Draws the actions for responses of this status, for users who may change the form. */
export function listActions({
  t,
  shown,
}: {
  readonly t: OwnerTranslation;
  readonly shown: { readonly status: ShownStatus };
}): readonly Html[] {
  if (shown.status === "test")
    return [
      button({
        text: t.say("responses_remove_tests"),
        look: "danger",
        name: "action",
        value: "erase_sure",
      }),
    ];
  if (shown.status === "deleted")
    return [
      button({ text: t.say("response_restore"), look: "quiet", name: "action", value: "restore" }),
      button({ text: t.say("response_erase_now"), look: "danger", name: "action", value: "erase" }),
    ];
  const mark = shown.status === "spam" ? "not_spam" : "spam";
  return [
    button({ text: t.say(`response_mark_${mark}`), look: "quiet", name: "action", value: mark }),
    button({ text: t.say("response_delete"), look: "danger", name: "action", value: "delete" }),
  ];
}

function download({ t, csrf, again, form, formats, shown, hasRetired }: ResponsesView): Html {
  const { status, from, to, answers } = shown;
  const mayConnect = form.access === "owner" || form.access === "admin";
  const hidden = hiddenInputs({ status, from, to, answers });
  const leaveOut =
    hasRetired && checkBox({ name: "retired", value: "leave_out", text: t.say("responses_without_retired") });
  const wish = postForm({
    action: `/forms/${form.id}/export`,
    csrf,
    className: "search narrow",
    content: html`
      ${hidden}
      <div>
        ${labelledSelect({
          id: "format",
          name: "format",
          label: t.say("responses_export_format"),
          isLabelHidden: true,
          options: formatOptions(t, formats),
        })}
      </div>
      ${leaveOut}
      ${button({ text: t.say("responses_export_button"), look: "quiet" })}
    `,
  });
  return part({
    title: t.say("responses_export"),
    id: "download",
    look: "download",
    content: html`
      <p class="soft">${t.say("responses_export_text", { status: t.say(`responses_${status}`) })}</p>
      ${answers !== "" && html`<p class="soft">${t.say("responses_export_filtered")}</p>`}
      ${showOrSignInAgain(t, again, wish)}
      ${mayConnect && html`<p class="open"><a href="/forms/${form.id}/connections#live">${t.say("live_offer")}</a></p>`}
    `,
  });
}
