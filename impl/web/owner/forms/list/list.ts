/** `/forms`: the forms that the account can access, in the order that its address says. */
import { Refusal } from "@toolwright/runtime";
import { countBin, titleInBin } from "../../../../forms/bin/bin.ts";
import {
  type Folder,
  folderLabel,
  foldersOf,
  isShared,
  listFolders,
} from "../../../../forms/folders/folders.ts";
import { smallStructures } from "../../../../forms/forms.ts";
import { type ListedForm, listForms } from "../../../../forms/list.ts";
import { type FormOrder, LATEST_FIRST } from "../../../../forms/list-order.ts";
import { formsWithChanges } from "../../../../forms/pending.ts";
import { selectOwners } from "../../../../forms/sharing/shares.ts";
import { listTags, tagsOf } from "../../../../forms/tags/tags.ts";
import { countsVerified, latestVerified } from "../../../../forms/verified-responses.ts";
import type { Html } from "../../../../platform/html.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { restoreForm } from "../../views/forms/list/bin.ts";
import { formList, type ListedFormView } from "../../views/forms/list/list.ts";
import { type ListFilter, listAddress, readFilter } from "../../views/forms/list/list-filter.ts";
import { doneText } from "../done.ts";
import { newFormView } from "../new-page.ts";

type ListRequest = OwnerRequest<"formUrls" | "model" | "cursors" | "directories">;

const PAGE = 20;
/** Larger forms have an empty picture: reading 20 of them would take longer than the rest of the page. */
const PICTURED_BYTES = 60_000;

export async function showForms(request: ListRequest): Promise<Response> {
  const { c, t, site, account, csrf } = request;
  const { db } = site.storage;
  const entered = readFilter((name) => c.req.query(name));
  const folders = await listFolders(db, account.id);
  const folder = folders.find(({ id }) => id === entered.folder);
  const tags = await listTags(db, account.id);
  const tag = tags.find((one) => one === entered.tag);
  // An unknown folder or tag is one that was removed.
  const filter = { ...entered, folder: folder?.id ?? "", tag: tag ?? "" };
  const { found, isFromStart } = await findPage(request, filter, c.req.query("cursor"));
  const { forms, totalCount, nextCursor } = found;
  // A folder of another account may be empty: its members put forms into it.
  const isFirst =
    forms.length === 0 &&
    listAddress({ ...filter, order: LATEST_FIRST }) === "/forms" &&
    folders.every(({ access }) => access === "owner");
  const main = formList({
    t,
    csrf,
    forms: await describeForms(request, forms, filter.order),
    total: totalCount,
    filter,
    folders,
    folder: folder && { ...folder, isShared: await isShared(db, folder.id) },
    tags,
    binned: await countBin(db, account.id, site.clock()),
    next: nextCursor && listAddress(filter, nextCursor),
    newForm: isFirst ? await newFormView(request) : undefined,
  });
  const notice = isFromStart ? t.say("forms_expired_link") : doneText(request);
  const undo = await restoreBinned(request, c.req.query("binned"));
  const scripts = [isFirst ? "templates" : "live-list"] as const;
  return request.reply({ title: t.say("forms_title"), main, notice, undo, scripts });
}

/** Draws the button that brings back the form that was just deleted. */
async function restoreBinned(request: ListRequest, id: string | undefined): Promise<Html | undefined> {
  if (id === undefined) return undefined;
  const { site, account } = request;
  const title = await titleInBin(site.storage.db, account.id, id, site.clock());
  return title === undefined ? undefined : restoreForm(request, { id, title });
}

async function describeForms(
  { site, account }: ListRequest,
  forms: readonly ListedForm[],
  order: FormOrder,
): Promise<readonly ListedFormView[]> {
  const { db } = site.storage;
  const ids = forms.map(({ id }) => id);
  const counts = await countsVerified(db, ids);
  const latest = await latestVerified(db, [...counts.keys()]);
  const changed = await formsWithChanges(db, ids);
  const folders = await foldersOf(db, account.id, ids);
  const tags = await tagsOf(db, account.id, ids);
  const structures = await smallStructures(db, ids, PICTURED_BYTES);
  const owners = await selectOwners(
    db,
    forms.filter(({ access }) => access !== "owner"),
  );
  const nameFolder = (folder: Folder | undefined, owner: string | undefined) =>
    // The owner of the form is shown already.
    folder && (folder.owner === owner ? folder.name : folderLabel(folder));
  return forms.map((form) => ({
    id: form.id,
    title: form.title,
    status: form.status,
    isChanged: form.access !== "view" && changed.has(form.id),
    access: form.access,
    owner: owners.get(form.owner_id),
    folder: nameFolder(folders.get(form.id), owners.get(form.owner_id)),
    tags: tags.get(form.id) ?? [],
    structure: structures.get(form.id),
    language: form.default_language,
    responses: counts.get(form.id) ?? 0,
    latestAt: latest.get(form.id),
    createdAt: order.by === "created" ? form.created_at : undefined,
    updatedAt: form.updated_at,
    publicUrl: site.formUrls(form.id).public,
  }));
}

/** Reads a page of the list. An expired or invented cursor leads to the first page. */
async function findPage({ site, account }: ListRequest, filter: ListFilter, cursor: string | undefined) {
  const wanted = {
    query: filter.query || undefined,
    status: filter.status,
    folder: filter.folder || undefined,
    tag: filter.tag || undefined,
  };
  const { cursors, directories } = site;
  const parts = { queries: site.storage.db, cursors, directories };
  const list = (from: string | undefined) =>
    listForms(parts, account.id, wanted, { limit: PAGE, cursor: from, order: filter.order });
  try {
    return { found: await list(cursor), isFromStart: false };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return { found: await list(undefined), isFromStart: true };
  }
}
