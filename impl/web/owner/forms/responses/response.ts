/** `/forms/ID/responses/ID`: one response with all its answers and files. */
import { Refusal } from "@toolwright/runtime";
import { findForm } from "../../../../forms/access.ts";
import { type AccessibleForm, structureOfVersion } from "../../../../forms/forms.ts";
import { findHeadedForm } from "../../../../forms/overview.ts";
import { fillIn, showWithUnit } from "../../../../responses/analysis/read-columns.ts";
import { findBeside } from "../../../../responses/analysis/shown-list.ts";
import { versionColumns } from "../../../../responses/exports/columns.ts";
import { findResponse, type ResponseFile } from "../../../../responses/find.ts";
import { type ReadResponse, readResponses } from "../../../../responses/latest.ts";
import { parseMarkdown } from "../../../../texts/markdown/parse.ts";
import { plainText } from "../../../../texts/markdown/tree.ts";
import { sendFile } from "../../../stored-files.ts";
import { signInAgain } from "../../fresh-sign-in.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { type AnsweredPage, responsePage } from "../../views/forms/responses/response.ts";
import { doneText } from "../done.ts";
import { readList } from "./conditions.ts";
import { columnWording, formColumns } from "./form-columns.ts";
import { listAddress, readable, readShown } from "./response-filter.ts";

/** How an owner reaches a respondent by the answer to a question of a type. */
const CONTACTS: Readonly<Record<string, "mailto" | "tel">> = { email: "mailto", phone: "tel" };

/** The path segment of a response's id. */
export const RESPONSE = ":response{rsp_[0-9A-Za-z]{22}}";

export async function showResponse(request: OwnerRequest, formId: string): Promise<Response> {
  const { c, t, csrf, site, account } = request;
  const form = await findHeadedForm(site.storage.db, account.id, formId);
  const { response, files } = await findVisibleResponse(request, form);
  // The address contains the filter of the list; by default, it is the list of the response's status.
  const status = response.is_test === 1 ? "test" : response.status;
  const wanted = readShown((name) => c.req.query(name) ?? (name === "status" ? status : undefined));
  const shown = readable(form, wanted);
  const list = await readList(request, form, shown, formColumns(request, form));
  const main = responsePage({
    t,
    again: signInAgain(request),
    csrf,
    form,
    response,
    status,
    pages: await listAnsweredPages(request, form, response, files),
    shown,
    address: (id) => listAddress(formId, shown, { below: id && `/${id}` }),
    beside: await findBeside(site.storage.db, list, response),
  });
  const title = response.email ?? t.say("responses_no_address");
  return request.reply({ title, main, notice: doneText(request) });
}

/**
 * Finds a response. Accounts that may restore a deleted response can read its answers, but not its files. They see tests, too.
 * @throws Refusal not_found, also for a response to another form
 */
export async function findVisibleResponse(
  { site, c }: OwnerRequest,
  form: AccessibleForm,
  responseId = c.req.param("response") ?? "",
): Promise<{ readonly response: ReadResponse; readonly files: readonly ResponseFile[] }> {
  const { db } = site.storage;
  const found = await findResponse(db, form.id, responseId);
  const mayRestore = form.access !== "view";
  const isTest = found?.response.is_test === 1;
  if (found === undefined || (isTest && !mayRestore))
    throw new Refusal("not_found", `No response ${responseId} to form ${form.id}.`);
  if (found.response.status !== "deleted" && !isTest) return found;
  const ids = mayRestore ? [{ id: responseId }] : [];
  const [kept] = await readResponses(db, { formId: form.id, isRestorable: !isTest }, ids, true);
  return { response: kept ?? found.response, files: [] };
}

/** Lists all questions of the answered version by page, then all other stored values. */
export async function listAnsweredPages(
  request: OwnerRequest,
  form: AccessibleForm,
  response: ReadResponse,
  files: readonly ResponseFile[],
): Promise<readonly AnsweredPage[]> {
  const { db } = request.site.storage;
  const structure = await structureOfVersion(db, form.id, response.form_version);
  const types = new Map<string, string>(
    structure?.pages.flatMap(({ fields }) => fields.map(({ id, type }) => [id, type] as const)),
  );
  const statements = new Map(
    structure?.pages.flatMap(({ fields }) =>
      fields.flatMap((field) => {
        const text = field.type === "consent" ? field.statement[form.default_language] : undefined;
        return text === undefined ? [] : [[field.id, text] as const];
      }),
    ),
  );
  const statementOf = (field: string) => {
    const text = statements.get(field);
    return text === undefined ? undefined : plainText(parseMarkdown(fillIn(text, columns, response)));
  };
  const columns = structure === undefined ? [] : versionColumns(structure, columnWording(request, form));
  const describe = (isOnPage: (field: string) => boolean) =>
    columns
      .filter(({ field }) => isOnPage(field))
      .map((column) => ({
        question: fillIn(column.label, columns, response),
        inMatrix:
          column.row === undefined
            ? undefined
            : { field: column.field, question: fillIn(column.question, columns, response), row: column.row },
        answer: showWithUnit(column, response),
        statement: statementOf(column.field),
        contact: CONTACTS[types.get(column.field) ?? ""],
        files: files.filter(({ field_id }) => field_id === column.field),
      }));
  const pages = (structure?.pages ?? []).map(({ title, fields }) => {
    const ids = new Set(fields.map(({ id }) => id));
    const heading = title?.[form.default_language];
    return {
      title: heading && fillIn(heading, columns, response),
      answers: describe((field) => ids.has(field)),
    };
  });
  const onPages = new Set((structure?.pages ?? []).flatMap(({ fields }) => fields.map(({ id }) => id)));
  const rest = { title: request.t.say("response_rest"), answers: describe((field) => !onPages.has(field)) };
  return [...pages, rest].filter(({ answers }) => answers.length > 0);
}

/** Sends a file of a response to accounts that may read the response. */
export async function sendResponseFile(request: OwnerRequest<"files">, formId: string): Promise<Response> {
  const { c, site, account } = request;
  const form = await findForm(site.storage.db, account.id, formId);
  const { files } = await findVisibleResponse(request, form);
  const fileId = c.req.param("file");
  const file = files.find(({ id }) => id === fileId);
  if (file === undefined) throw new Refusal("not_found", `No file ${fileId}.`);
  return sendFile(c, site, file);
}
