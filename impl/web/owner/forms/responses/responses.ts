/** `/forms/ID/responses`: the responses of a form, the latest first, their search, and their download. */
import { findForm } from "../../../../forms/access.ts";
import type { AccessibleForm } from "../../../../forms/forms.ts";
import { findHeadedForm } from "../../../../forms/overview.ts";
import { WorkFailed } from "../../../../platform/threads/work-thread.ts";
import { type ReadColumns, showWithUnit } from "../../../../responses/analysis/read-columns.ts";
import { readPage } from "../../../../responses/analysis/shown-list.ts";
import { readConditions } from "../../../../responses/conditions/condition.ts";
import type { AnswerColumn } from "../../../../responses/exports/columns.ts";
import type { FileFormat } from "../../../../responses/exports/request.ts";
import { hasResponses } from "../../../../responses/find.ts";
import type { ReadResponse } from "../../../../responses/latest.ts";
import type { OwnerTranslation } from "../../../../texts/owner/owner-texts.ts";
import { shorten } from "../../../../texts/shorten.ts";
import { toLocalDay } from "../../../../texts/time-zone.ts";
import type { FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import { signInToDownload } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { daysText } from "../../views/forms/responses/condition-text.ts";
import { countFilters } from "../../views/forms/responses/filters.ts";
import { responsesPage } from "../../views/forms/responses/responses.ts";
import type { ColumnHead, ResponseRow, ResponsesView } from "../../views/forms/responses/view.ts";
import { doneText } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit } from "../refusals.ts";
import { type HeadedList, plainHead, questionHead } from "./column-heads.ts";
import { readConditionsView, readList } from "./conditions.ts";
import { formColumns } from "./form-columns.ts";
import {
  listAddress,
  readable,
  readableStatuses,
  readShown,
  type ShownResponses,
  shownPeriod,
  toFilter,
  withPeriod,
} from "./response-filter.ts";
import { prepareViewActions, readViewLinks } from "./saved-views.ts";
import { listAll, selectionMark } from "./selection.ts";
import { hasLeft, undoLeaving } from "./undo.ts";

const PAGE = 25;
/** The number of questions in the table if none are chosen; the page of a response has all of them. */
const COLUMNS = 8;
/** The maximum number of columns. A matrix has a column for each row. */
const MAX_COLUMNS = 60;
/** The number of characters of an answer that the table shows. */
const CELL_LENGTH = 120;
const FORMATS = ["xlsx", "csv", "csv_with_links", "zip"] as const satisfies readonly FileFormat[];

type ListRequest = OwnerRequest<"cursors" | "formUrls">;

export async function showResponses(request: ListRequest, formId: string): Promise<Response> {
  const { c, t, csrf, site, account } = request;
  const form = await findHeadedForm(site.storage.db, account.id, formId);
  // All boxes of the columns have the same name.
  const read = (name: string) => (name === "columns" ? c.req.queries(name)?.join() : c.req.query(name));
  const today = toLocalDay(site.clock().toISOString(), t.zone);
  const wanted = readShown(withPeriod(read, today));
  const columns = formColumns(request, form);
  const current = await columns(form.version);
  const shown = readable(form, omitDefaultColumns(wanted, current));
  const conditions = await readConditionsView(request, form, shown, "table");
  if ("changed" in conditions) return seeOther(c, conditions.changed);
  const table = chosenColumns(current, shown);
  const page = await readRows(request, form, shown, { table, columns });
  const addressOf = (view: ShownResponses) => listAddress(formId, omitDefaultColumns(view, current));
  const views = await readViewLinks(request, { form, address: listAddress(formId, shown), addressOf });
  const isUsed = countFilters(shown, conditions.view) > 0 || views.length > 0 || page.rows.length > 0;
  const hasFilters = isUsed || (await hasResponses(site.storage.db, formId));
  const main = responsesPage({
    t,
    again: signInToDownload(request),
    csrf,
    form,
    urls: site.formUrls(formId),
    shown,
    period: shownPeriod(shown, today),
    conditions: conditions.view,
    days: shownDays(request, formId, shown),
    hasFilters,
    views,
    viewActions: prepareViewActions(request, form, shown, views),
    statuses: readableStatuses(form),
    formats: FORMATS,
    fields: searchableFields(current),
    hasRetired: current.some(({ isRetired }) => isRetired),
    count: page.count,
    hasSearched: page.hasSearched,
    isEmptied: hasLeft(request),
    rowAddress: (id) => listAddress(formId, shown, { below: `/${id}` }),
    hasMoreQuestions: current.length > table.length,
    ...tableParts(t, { formId, shown, questions: conditions.questions }, table, page.rows),
    selection: await readSelection(request, form, shown),
    next: page.next && listAddress(formId, shown, { cursor: page.next }),
  });
  return request.reply({
    title: t.say("responses_to", { title: form.title }),
    main,
    notice: page.isCursorExpired ? t.say("forms_expired_link") : doneText(request),
    undo: await undoLeaving(request, form, shown),
    scripts: hasFilters ? ["live-list", "copy"] : ["copy"],
  });
}

/** The rows of one page of the list. */
interface RowPage extends Pick<ResponsesView, "rows" | "count" | "hasSearched"> {
  /** The cursor of the next page; undefined: there is none. */
  readonly next: string | undefined;
  readonly isCursorExpired: boolean;
}

/** Reads the page of the cursor in the address. An expired or invented cursor leads to the first page. */
async function readRows(
  request: ListRequest,
  form: AccessibleForm,
  shown: ShownResponses,
  { table, columns }: { readonly table: readonly AnswerColumn[]; readonly columns: ReadColumns },
): Promise<RowPage> {
  const { c, site, account } = request;
  const cursor = c.req.query("cursor");
  const name = ["list", account.id, form.id, shown];
  const after = cursor === undefined ? undefined : site.cursors.read(name, cursor);
  const found = await readPage(site.storage.db, await readList(request, form, shown, columns), after, PAGE);
  return {
    rows: await makeRows(found.responses, table, columns),
    count: found.count,
    hasSearched: found.searched,
    next: found.next && site.cursors.write(name, found.next),
    isCursorExpired: cursor !== undefined && after === undefined,
  };
}

/** Reads which responses are selected: none, those of the page, or all that match. The list of tests selects all. */
async function readSelection(
  request: ListRequest,
  form: AccessibleForm,
  shown: ShownResponses,
): Promise<ResponsesView["selection"]> {
  const { c } = request;
  const [select, cursor] = [c.req.query("select"), c.req.query("cursor")];
  const isAll = shown.status === "test" || select === "all";
  const all = isAll ? await listAll(request, form, shown) : undefined;
  return {
    isPage: select === "page",
    all: all && { count: all.ids.length, hasOlder: all.hasOlder, mark: selectionMark(all.ids) },
    address: (wanted) => listAddress(form.id, shown, { cursor, select: wanted }),
  };
}

function tableParts(
  t: OwnerTranslation,
  list: HeadedList,
  table: readonly AnswerColumn[],
  rows: readonly ResponseRow[],
): Pick<ResponsesView, "columns" | "heads" | "questions" | "rows"> {
  const fields = [...new Set(table.map(({ field }) => field))];
  const makeHead = (column: AnswerColumn) => questionHead(list, column, fields);
  const { repeated, ...shown } = omitRepeated(table, rows, makeHead);
  return {
    columns: new Set(fields),
    heads: {
      time: plainHead(list, "", t.say("responses_when")),
      address: { ...plainHead(list, "@", t.say("responses_who")), filter: repeated?.filter },
    },
    ...shown,
  };
}

/** Says which days are shown, as a filter that can be removed. */
function shownDays({ t }: OwnerRequest, formId: string, shown: ShownResponses): ResponsesView["days"] {
  if (shown.from === "" && shown.to === "") return undefined;
  const without = listAddress(formId, { ...shown, from: "", to: "" });
  return { text: daysText(t, t.say("responses_when"), shown), without };
}

function chosenColumns(
  current: readonly AnswerColumn[],
  { columns }: ShownResponses,
): readonly AnswerColumn[] {
  const wanted = new Set(columns.split(","));
  const chosen = current.filter(({ field }) => wanted.has(field));
  return chosen.length === 0 ? current.slice(0, COLUMNS) : chosen.slice(0, MAX_COLUMNS);
}

/** Removes the columns from the filter if they are the default: browsers send the boxes with every search. */
function omitDefaultColumns(shown: ShownResponses, current: readonly AnswerColumn[]): ShownResponses {
  const ids = (columns: readonly AnswerColumn[]) => [...new Set(columns.map(({ field }) => field))];
  const wanted = new Set(shown.columns.split(","));
  const columns = ids(current)
    .filter((id) => wanted.has(id))
    .join();
  const isUsual = columns === ids(current.slice(0, COLUMNS)).join();
  return { ...shown, columns: isUsual ? "" : columns };
}

/** Lists the fields to search and to show: each once, a matrix by its own label. */
export function searchableFields(
  columns: readonly AnswerColumn[],
): readonly { readonly id: string; readonly label: string }[] {
  const labels = new Map(columns.map(({ field, question }) => [field, question]));
  return [...labels].map(([id, label]) => ({ id, label }));
}

/** Draws the rows. Each response is read by the version that it answered. */
async function makeRows(
  responses: readonly ReadResponse[],
  table: readonly AnswerColumn[],
  columns: ReadColumns,
): Promise<readonly ResponseRow[]> {
  const rows: ResponseRow[] = [];
  for (const response of responses) {
    const own = new Map((await columns(response.form_version)).map((column) => [column.key, column]));
    const cells = table.map(({ key }) => {
      const column = own.get(key);
      const text = column && showWithUnit(column, response);
      return text && shorten(text, CELL_LENGTH);
    });
    rows.push({
      id: response.id,
      submittedAt: response.submitted_at,
      email: response.email ?? undefined,
      eraseAt: response.erase_at,
      cells,
    });
  }
  return rows;
}

/** Removes a question whose answers all repeat the address beside them. */
function omitRepeated(
  table: readonly AnswerColumn[],
  rows: readonly ResponseRow[],
  makeHead: (column: AnswerColumn) => ColumnHead,
): { questions: ColumnHead[]; rows: ResponseRow[]; repeated: ColumnHead | undefined } {
  const isShown = table.map((_, at) => {
    const given = rows.filter(({ cells }) => cells[at] !== undefined);
    return given.length === 0 || given.some(({ cells, email }) => cells[at] !== email);
  });
  const shown = <T>(parts: readonly T[]) => parts.filter((_, at) => isShown[at]);
  const omitted = table.find((_, at) => !isShown[at]);
  return {
    repeated: omitted && makeHead(omitted),
    questions: shown(table).map(makeHead),
    rows: rows.map((row) => ({ ...row, cells: shown(row.cells) })),
  };
}

export type ExportRequest = OwnerRequest<"exports" | "publicUrl" | "signUp" | "formUrls">;

/** Creates the same file as the tool, and redirects to its download. */
export const postExport = refuseOnOverview(async (request: ExportRequest, formId, values: FormValues) => {
  const form = await findForm(request.site.storage.db, request.account.id, formId);
  return makeFile(request, form, values);
});

/** Creates a file. @param ids the responses; undefined: all of the status, the days and the filters by answer */
export async function makeFile(
  request: ExportRequest,
  form: AccessibleForm,
  values: FormValues,
  ids?: readonly string[],
): Promise<Response> {
  const { c, t, site, account } = request;
  const format = FORMATS.find((one) => one === values.get("format"));
  const shown = readShown((name) => values.get(name));
  // Files never contain deleted responses.
  if (format === undefined || ["deleted", "test"].includes(shown.status))
    throw new PageRefusal(t.say("refused_detail_other"));
  const filter = { ...toFilter(form.id, shown, t.zone), ids };
  const withoutRetired = values.get("retired") === "leave_out";
  // Chosen responses are exported as they were chosen.
  const conditions = ids === undefined ? readConditions(shown.answers) : [];
  const { language, zone } = t;
  const wanted = { format, filter, conditions, withAddresses: true, withoutRetired, language, zone };
  const { downloadUrl } = await site.exports
    .export(account.id, form, wanted, c.req.raw.signal)
    .catch((error: unknown) => {
      throw error instanceof WorkFailed ? new PageRefusal(t.say("export_too_slow")) : error;
    });
  audit(request, "export", form.id, { format });
  return seeOther(c, downloadUrl);
}
