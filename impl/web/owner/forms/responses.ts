/** `/forms/ID/responses`: the responses of a form, the latest first, and their download. */
import { Refusal } from "@toolwright/runtime";
import type { ExportFormat, ResponseStatus } from "../../../../generated/types.ts";
import type { Wording } from "../../../exports/cell.ts";
import { type Column, versionColumns } from "../../../exports/columns.ts";
import { invalidInput } from "../../../failures/invalid-input.ts";
import { findForm } from "../../../forms/access.ts";
import type { Form } from "../../../forms/forms.ts";
import { listResponses, type ReadResponse } from "../../../responses/list.ts";
import { walkVersions } from "../../../responses/versions.ts";
import type { FormValues } from "../../form-body.ts";
import { seeOther } from "../../reply.ts";
import { type ResponseView, responsesPage } from "../../views/owner/forms/responses.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { replyRefusedOverview } from "./overview.ts";
import { audit, orRefused } from "./refused.ts";

const PAGE = 25;
const STATUSES = [
  "verified",
  "pending_verification",
  "spam",
  "deleted",
] as const satisfies readonly ResponseStatus[];
const FORMATS = ["csv", "csv_with_links", "zip"] as const satisfies readonly ExportFormat[];

export function showResponses(request: OwnerRequest, formId: string): Promise<Response> {
  return orRefused(
    request,
    async () => {
      const { c, t, csrf, site, account } = request;
      const form = await findForm(site.storage.db, account.id, formId);
      const status = STATUSES.find((one) => one === c.req.query("status")) ?? "verified";
      const { found, isFromStart } = await findPage(request, form, status, c.req.query("cursor"));
      const { responses, totalCount, nextCursor } = found;
      const main = responsesPage({
        t,
        csrf,
        form,
        status,
        statuses: STATUSES,
        formats: FORMATS,
        total: totalCount,
        responses: await describe(request, form, responses),
        next:
          nextCursor && `/forms/${formId}/responses?${new URLSearchParams({ status, cursor: nextCursor })}`,
      });
      const notice = isFromStart ? t.say("forms_expired_link") : undefined;
      return request.reply({ title: t.say("responses_to", { title: form.title }), main, notice });
    },
    (refusal) => Promise.reject(refusal),
  );
}

/** An address of a page of the list that was kept too long, or was made up, leads to its beginning. */
async function findPage(
  { site, account }: OwnerRequest,
  { id }: Form,
  status: ResponseStatus,
  cursor: string | undefined,
) {
  const filter = { formId: id, status, period: {} };
  const list = (from: string | undefined) =>
    listResponses(site.storage.db, site.app.cursors, account.id, filter, {
      limit: PAGE,
      cursor: from,
      withAddresses: true,
    });
  try {
    return { found: await list(cursor), isFromStart: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { found: await list(undefined), isFromStart: true };
  }
}

/** Each response with the questions of the version that it answered. */
async function describe(
  { site, t }: OwnerRequest,
  form: Form,
  responses: readonly ReadResponse[],
): Promise<readonly ResponseView[]> {
  const columns = new Map<number, readonly Column[]>();
  const wording: Wording = {
    language: form.default_language,
    file: ({ name }) => name,
    boolean: (value) => t.say(value ? "yes" : "no"),
  };
  const versions = responses.map(({ form_version }) => form_version);
  for await (const [version, structure] of walkVersions(site.storage.db, form.id, versions))
    columns.set(version, versionColumns(structure, wording));
  return responses.map((response) => ({
    id: response.id,
    submittedAt: response.submitted_at,
    language: response.language,
    email: response.email ?? undefined,
    answers: answersOf(columns.get(response.form_version) ?? [], response),
  }));
}

function answersOf(columns: readonly Column[], response: ReadResponse) {
  return columns.flatMap(({ label, cell }) => {
    const value = cell(response, response.answers);
    return value === undefined || value === "" ? [] : [{ question: label, answer: String(value) }];
  });
}

/** Makes the file that the tool makes, and leads to its download. */
export function postExport(request: OwnerRequest, formId: string, values: FormValues): Promise<Response> {
  return orRefused(
    request,
    async () => {
      const { c, site, account } = request;
      const format = FORMATS.find((one) => one === values.get("format"));
      if (format === undefined) throw invalidInput("/format", `is one of ${FORMATS.join(", ")}.`);
      const form = await findForm(site.storage.db, account.id, formId);
      const filter = { formId, status: "verified", period: {} } as const;
      const wanted = { format, filter, withAddresses: true };
      const { downloadUrl } = await site.app.exports.export(account.id, form, wanted, c.req.raw.signal);
      audit(request, "export", formId, { format });
      return seeOther(c, downloadUrl);
    },
    (refusal) => replyRefusedOverview(request, formId, refusal),
  );
}
