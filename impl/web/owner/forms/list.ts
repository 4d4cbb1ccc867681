/** `/forms`: the forms that the account can access, the latest first, and the form for a new one. */
import { Refusal } from "@toolwright/runtime";
import type { FormStatus } from "../../../../generated/types.ts";
import { DEMO_EMAIL } from "../../../accounts/demo-account.ts";
import { generationQuota } from "../../../accounts/generation/quota.ts";
import { listForms } from "../../../forms/list.ts";
import { formsWithChanges } from "../../../forms/pending.ts";
import { selectOwners } from "../../../forms/sharing/shares.ts";
import { countsVerified } from "../../../forms/verified-responses.ts";
import { randomBase62 } from "../../../platform/ids.ts";
import type { ReplyOptions } from "../../reply.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { formList, type NewFormDraft } from "../views/forms/list.ts";
import { doneText } from "./done.ts";

type ListRequest = OwnerRequest<"formUrls" | "model" | "cursors" | "directories">;

const PAGE = 20;

interface ListFilter {
  readonly query: string;
  readonly status: FormStatus | undefined;
  readonly cursor: string | undefined;
}

export async function showForms(request: ListRequest): Promise<Response> {
  const { c } = request;
  const query = (c.req.query("query") ?? "").trim().slice(0, 200);
  return replyForms(request, {
    query,
    status: readStatus(c.req.query("status")),
    cursor: c.req.query("cursor"),
  });
}

function readStatus(text: string | undefined): FormStatus | undefined {
  return (["draft", "published", "paused", "archived"] as const).find((status) => status === text);
}

function emptyDraft(): NewFormDraft {
  return { prompt: "", languages: [], defaultLanguage: "", key: randomBase62(22) };
}

/** Sends the list. @param draft the inputs of a new form that the user must correct */
export async function replyForms(
  request: ListRequest,
  filter: ListFilter,
  draft: NewFormDraft = emptyDraft(),
  options: ReplyOptions = {},
): Promise<Response> {
  const { t, site, account, csrf } = request;
  const { found, isFromStart } = await findPage(request, filter);
  const { forms, totalCount, nextCursor } = found;
  const ids = forms.map(({ id }) => id);
  const counts = await countsVerified(site.storage.db, ids);
  const changed = await formsWithChanges(site.storage.db, ids);
  const owners = await selectOwners(
    site.storage.db,
    forms.filter(({ access }) => access !== "owner"),
  );
  const { remaining } = await generationQuota(site.storage.db, account, site.clock());
  const main = formList({
    t,
    csrf,
    forms: forms.map((form) => ({
      id: form.id,
      title: form.title,
      status: form.status,
      isChanged: form.access !== "view" && changed.has(form.id),
      access: form.access,
      owner: owners.get(form.owner_id),
      language: form.default_language,
      responses: counts.get(form.id) ?? 0,
      updatedAt: form.updated_at,
      publicUrl: site.formUrls(form.id).public,
    })),
    total: totalCount,
    query: filter.query,
    status: filter.status,
    isFiltered: filter.query !== "" || filter.status !== undefined,
    next: nextCursor && nextAddress(filter, nextCursor),
    quotaLeft: remaining,
    model: site.model,
    // The service makes this account at its first start, and prints its link to the operator.
    isOperator: account.email === DEMO_EMAIL,
    draft,
  });
  const notice = isFromStart ? t.say("forms_expired_link") : doneText(request);
  return request.reply({ title: t.say("forms_title"), main, notice }, options);
}

/** Reads a page of the list. An expired or invented cursor leads to the first page. */
async function findPage({ site, account }: ListRequest, { query, status, cursor }: ListFilter) {
  const filter = { query: query === "" ? undefined : query, status };
  const { cursors, directories } = site;
  const parts = { queries: site.storage.db, cursors, directories };
  const list = (from: string | undefined) =>
    listForms(parts, account.id, filter, { limit: PAGE, cursor: from });
  try {
    return { found: await list(cursor), isFromStart: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { found: await list(undefined), isFromStart: true };
  }
}

function nextAddress({ query, status }: ListFilter, cursor: string): string {
  const parameters = new URLSearchParams({
    ...(query !== "" && { query }),
    ...(status && { status }),
    cursor,
  });
  return `/forms?${parameters}`;
}
