/** `/forms/ID/responses`: the responses of a form, the latest first, their search, and their download. */
import { Refusal } from "@toolwright/runtime";
import type { ExportFormat } from "../../../../generated/types.ts";
import { findForm } from "../../../forms/access.ts";
import type { AccessibleForm } from "../../../forms/forms.ts";
import { invalidInput } from "../../../platform/failures/invalid-input.ts";
import { columnsReader, type ReadColumns, textIn } from "../../../responses/analysis/read-columns.ts";
import { type Search, searchResponses } from "../../../responses/analysis/search.ts";
import type { Wording } from "../../../responses/exports/cell.ts";
import type { AnswerColumn } from "../../../responses/exports/columns.ts";
import type { Position, ReadResponse } from "../../../responses/latest.ts";
import { listResponses } from "../../../responses/list.ts";
import { shorten } from "../../../texts/shorten.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { type ResponseRow, responsesPage } from "../../views/owner/forms/responses.ts";
import { signInAgain } from "../fresh-sign-in.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { doneText } from "./done.ts";
import { orOverview } from "./overview.ts";
import { PageRefusal } from "./refusal-text.ts";
import { audit, orRefused } from "./refused.ts";
import {
  listAddress,
  readableStatuses,
  readShown,
  type ShownResponses,
  toFilter,
  toSearch,
} from "./response-filter.ts";

const PAGE = 25;
/** Questions that the table shows where none are chosen; the page of a response has all of them. */
const COLUMNS = 8;
/** A matrix has one for each row. */
const MAX_COLUMNS = 60;
/** Characters of an answer that the table shows. */
const CELL_LENGTH = 120;
const FORMATS = ["csv", "csv_with_links", "zip"] as const satisfies readonly ExportFormat[];

export function showResponses(request: OwnerRequest<"cursors">, formId: string): Promise<Response> {
  return orRefused(request, async () => {
    const { c, t, csrf, site, account } = request;
    const form = await findForm(site.storage.db, account.id, formId);
    // The boxes of the columns have one name.
    const wanted = readShown((name) =>
      name === "columns" ? c.req.queries(name)?.join() : c.req.query(name),
    );
    const columns = columnsReader(site.storage.db, formId, makeWording(request, form));
    const current = await columns(form.version);
    const statuses = readableStatuses(form);
    const status = statuses.includes(wanted.status) ? wanted.status : "verified";
    const shown = { ...knownColumns(wanted, current), status };
    const found = await findPage(request, form, shown, columns);
    const table = chosenColumns(current, shown);
    const { questions, rows } = withoutRepeated(table, await makeRows(found.responses, table, columns));
    const main = responsesPage({
      t,
      again: signInAgain(request),
      csrf,
      form,
      shown,
      statuses,
      formats: FORMATS,
      fields: searchableFields(current),
      columns: new Set(table.map(({ field }) => field)),
      hasRetired: current.some(({ isRetired }) => isRetired),
      count: found.count,
      hasSearched: found.searched,
      questions,
      hasMoreQuestions: current.length > table.length,
      rows,
      next: found.next && listAddress(formId, shown, found.next),
    });
    const notice = found.isFromStart ? t.say("forms_expired_link") : doneText(request);
    return request.reply({ title: t.say("responses_to", { title: form.title }), main, notice });
  });
}

export function makeWording({ t }: OwnerRequest, form: AccessibleForm): Wording {
  return {
    language: form.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
  };
}

function chosenColumns(
  current: readonly AnswerColumn[],
  { columns }: ShownResponses,
): readonly AnswerColumn[] {
  const wanted = new Set(columns.split(","));
  const chosen = current.filter(({ field }) => wanted.has(field));
  return chosen.length === 0 ? current.slice(0, COLUMNS) : chosen.slice(0, MAX_COLUMNS);
}

/** The boxes are sent with every search. Where they are as they were, the address does not name them. */
function knownColumns(shown: ShownResponses, current: readonly AnswerColumn[]): ShownResponses {
  const ids = (columns: readonly AnswerColumn[]) => [...new Set(columns.map(({ field }) => field))];
  const wanted = new Set(shown.columns.split(","));
  const columns = ids(current)
    .filter((id) => wanted.has(id))
    .join();
  const isUsual = columns === ids(current.slice(0, COLUMNS)).join();
  return { ...shown, columns: isUsual ? "" : columns };
}

/** Fields to search in: each once, a matrix by its own label. */
export function searchableFields(
  columns: readonly AnswerColumn[],
): readonly { readonly id: string; readonly label: string }[] {
  const first = new Map<string, string>();
  for (const { field, label } of columns) if (!first.has(field)) first.set(field, label);
  return [...first].map(([id, label]) => ({ id, label }));
}

interface FoundPage {
  readonly responses: readonly ReadResponse[];
  /** Of all pages; undefined: only a search knows how many it looked at. */
  readonly count: number | undefined;
  readonly searched: number | undefined;
  readonly next: string | undefined;
  /** An address of a page that was kept too long, or was made up, leads to the beginning. */
  readonly isFromStart: boolean;
}

async function findPage(
  request: OwnerRequest<"cursors">,
  form: AccessibleForm,
  shown: ShownResponses,
  columns: ReadColumns,
): Promise<FoundPage> {
  const cursor = request.c.req.query("cursor");
  const search = toSearch(shown);
  const find = (from: string | undefined) =>
    search === undefined
      ? listPage(request, form, shown, from)
      : searchPage(request, form, { shown, search, columns }, from);
  try {
    return { ...(await find(cursor)), isFromStart: false };
  } catch (error) {
    if (!(error instanceof Refusal) || cursor === undefined) throw error;
    return { ...(await find(undefined)), isFromStart: true };
  }
}

async function listPage(
  { site, account }: OwnerRequest<"cursors">,
  { id }: AccessibleForm,
  shown: ShownResponses,
  cursor: string | undefined,
): Promise<Omit<FoundPage, "isFromStart">> {
  const page = { limit: PAGE, cursor, withAddresses: true };
  const found = await listResponses(site.storage.db, site.cursors, account.id, toFilter(id, shown), page);
  const { responses, totalCount, nextCursor } = found;
  return { responses, count: totalCount, searched: undefined, next: nextCursor };
}

async function searchPage(
  { site, account }: OwnerRequest<"cursors">,
  { id }: AccessibleForm,
  { shown, search, columns }: { shown: ShownResponses; search: Search; columns: ReadColumns },
  cursor: string | undefined,
): Promise<Omit<FoundPage, "isFromStart">> {
  const { cursors } = site;
  const list = ["search", account.id, id, shown];
  const after = cursor === undefined ? undefined : toPosition(cursors.read(list, cursor));
  const found = await searchResponses(site.storage.db, toFilter(id, shown), search, {
    limit: PAGE,
    after,
    columns,
  });
  return {
    responses: found.responses,
    count: undefined,
    searched: found.searched,
    next: found.next && cursors.write(list, found.next),
  };
}

function toPosition(read: readonly string[] | undefined): Position {
  const [submittedAt, id] = read ?? [];
  if (submittedAt === undefined || id === undefined)
    throw invalidInput("/cursor", "belongs to another list.");
  return [submittedAt, id];
}

/** Each response by the questions of the version that it answered. */
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
      const text = column && textIn(column, response);
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

/** A question whose answers all repeat the address that stands beside them is left out. */
function withoutRepeated(
  table: readonly AnswerColumn[],
  rows: readonly ResponseRow[],
): { questions: string[]; rows: ResponseRow[] } {
  const isShown = table.map((_, at) => {
    const given = rows.filter(({ cells }) => cells[at] !== undefined);
    return given.length === 0 || given.some(({ cells, email }) => cells[at] !== email);
  });
  const shown = <T>(parts: readonly T[]) => parts.filter((_, at) => isShown[at]);
  return {
    questions: shown(table).map(({ label }) => label),
    rows: rows.map((row) => ({ ...row, cells: shown(row.cells) })),
  };
}

/** Makes the file that the tool makes, and leads to its download. */
export function postExport(
  request: OwnerRequest<"exports" | "publicUrl" | "signUp" | "formUrls">,
  formId: string,
  values: FormValues,
): Promise<Response> {
  return orOverview(request, formId, async () => {
    const { c, site, account } = request;
    const format = FORMATS.find((one) => one === values.get("format"));
    if (format === undefined) throw new PageRefusal(request.t.say("refused_detail_other"));
    const form = await findForm(site.storage.db, account.id, formId);
    const shown = readShown((name) => values.get(name));
    // What is deleted is in no file.
    if (shown.status === "deleted") throw new PageRefusal(request.t.say("refused_detail_other"));
    const filter = toFilter(formId, shown);
    const wanted = {
      format,
      filter,
      withAddresses: true,
      withoutRetired: values.get("retired") === "leave_out",
    };
    const { downloadUrl } = await site.exports.export(account.id, form, wanted, c.req.raw.signal);
    audit(request, "export", formId, { format });
    return seeOther(c, downloadUrl);
  });
}
