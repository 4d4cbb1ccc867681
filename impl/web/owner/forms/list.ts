/** `/forms`: the forms that the account can access, the latest first. */
import { Refusal } from "@toolwright/runtime";
import type { FormStatus } from "../../../../generated/types.ts";
import { listForms } from "../../../forms/list.ts";
import { formsWithChanges } from "../../../forms/pending.ts";
import { selectOwners } from "../../../forms/sharing/shares.ts";
import { countsVerified, latestVerified } from "../../../forms/verified-responses.ts";
import type { OwnerRequest } from "../owner-pages.ts";
import { formList } from "../views/forms/list.ts";
import { doneText } from "./done.ts";
import { newFormView } from "./new-page.ts";

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

async function replyForms(request: ListRequest, filter: ListFilter): Promise<Response> {
  const { t, site, csrf } = request;
  const { found, isFromStart } = await findPage(request, filter);
  const { forms, totalCount, nextCursor } = found;
  const ids = forms.map(({ id }) => id);
  const counts = await countsVerified(site.storage.db, ids);
  const latest = await latestVerified(site.storage.db, [...counts.keys()]);
  const changed = await formsWithChanges(site.storage.db, ids);
  const owners = await selectOwners(
    site.storage.db,
    forms.filter(({ access }) => access !== "owner"),
  );
  const isFiltered = filter.query !== "" || filter.status !== undefined;
  const isFirst = forms.length === 0 && !isFiltered;
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
      latestAt: latest.get(form.id),
      updatedAt: form.updated_at,
      publicUrl: site.formUrls(form.id).public,
    })),
    total: totalCount,
    query: filter.query,
    status: filter.status,
    next: nextCursor && nextAddress(filter, nextCursor),
    newForm: isFirst ? await newFormView(request) : undefined,
  });
  const notice = isFromStart ? t.say("forms_expired_link") : doneText(request);
  const scripts = isFirst ? (["templates"] as const) : [];
  return request.reply({ title: t.say("forms_title"), main, notice, scripts });
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
