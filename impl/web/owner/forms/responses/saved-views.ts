/** Saved views on the pages of responses: their links, and the post that saves or deletes one. */
import type { AccessibleForm } from "../../../../forms/forms.ts";
import {
  cleanViewName,
  deleteView,
  listViews,
  type Saved,
  saveView,
} from "../../../../responses/saved-views.ts";
import { acceptOnly, type FormValues } from "../../../form-body.ts";
import { seeOther } from "../../../reply.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import type { ViewActions, ViewLink } from "../../views/forms/responses/saved-views.ts";
import { type Done, doneAddress } from "../done.ts";
import { refuseOnOverview } from "../overview.ts";
import { PageRefusal } from "../refusal-text.ts";
import { audit } from "../refusals.ts";
import { listAddress, readableStatuses, readShown, type ShownResponses } from "./response-filter.ts";

/** A page with links to views. */
export interface ViewedPage {
  readonly form: AccessibleForm;
  /** The address of the page without a cursor and a selection. */
  readonly address: string;
  /** Returns the address that shows a view on the page; undefined: the page cannot show it. */
  addressOf(view: ShownResponses): string | undefined;
}

/** Reads the links to the views of a form. Views of a status that the account may not read are left out. */
export async function readViewLinks(
  { site }: OwnerRequest,
  { form, address, addressOf }: ViewedPage,
): Promise<readonly ViewLink[]> {
  const statuses = readableStatuses(form);
  const views = await listViews(site.storage.db, form.id);
  const links = views.flatMap(({ id, name, settings, savedAt }) => {
    const shown = readShown((setting) => settings[setting]);
    const target = statuses.includes(shown.status) ? addressOf(shown) : undefined;
    return target === undefined ? [] : [{ id, name, savedAt, address: target }];
  });
  // Two views may show the same. The one that was saved last is marked: saving a view under another name shows that name.
  const same = links.filter((link) => link.address === address);
  const latest = same.reduce<(typeof same)[number] | undefined>(
    (before, one) => (before === undefined || one.savedAt > before.savedAt ? one : before),
    undefined,
  );
  return links.map(({ id, name, address: target }) => ({
    id,
    name,
    address: target,
    isShown: id === latest?.id,
  }));
}

/** Returns the address of the summary of a view; undefined: the view has another status than the summary, or no filter. */
export function summaryAddress(formId: string, view: ShownResponses): string | undefined {
  const filters = [view.from, view.to, view.text, view.answers];
  if (view.status !== "verified" || filters.every((filter) => filter === "")) return undefined;
  return listAddress(formId, { ...view, sort: "", columns: "" }, { below: "/summary" });
}

/** Prepares the forms that save and delete a view; undefined: the account may not change the form. */
export function prepareViewActions(
  { t, csrf }: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
  views: readonly ViewLink[],
): ViewActions | undefined {
  if (form.access === "view") return undefined;
  const list = `/forms/${form.id}/responses`;
  const isSavable = listAddress(form.id, shown) !== list;
  return { t, csrf, action: `${list}/views`, hidden: { ...shown }, views, isSavable };
}

export const viewInputs = acceptOnly(
  "action",
  "name",
  "view",
  "status",
  "from",
  "to",
  "field",
  "text",
  "answers",
  "columns",
  "sort",
);

/** Saves the settings of the list as a view, or deletes a view. */
export const postView = refuseOnOverview(
  async (request: OwnerRequest<"formUrls" | "signUp">, formId, values: FormValues) => {
    const action = actions.get(values.get("action") ?? "");
    if (action === undefined) throw new PageRefusal(request.t.say("refused_detail_other"));
    const shown = readShown((name) => values.get(name));
    const done = await action({ request, formId, values, shown });
    audit(request, "saved_view", formId, { result: done });
    return seeOther(request.c, doneAddress(listAddress(formId, shown), done));
  },
);

interface ViewPost {
  readonly request: OwnerRequest;
  readonly formId: string;
  readonly values: FormValues;
  readonly shown: ShownResponses;
}

const SAID: Readonly<Record<Saved, Done>> = {
  saved: "view_saved",
  replaced: "view_replaced",
  full: "views_full",
};

const actions: ReadonlyMap<string, (post: ViewPost) => Promise<Done>> = new Map(
  Object.entries({
    async save({ request: { site, account }, formId, values, shown }: ViewPost): Promise<Done> {
      const name = cleanViewName(values.get("name") ?? "");
      if (name === undefined) return "view_unnamed";
      const entered = Object.entries(shown).filter(([, value]) => value !== "");
      const view = { name, settings: Object.fromEntries(entered) };
      return SAID[await saveView(site, account.id, formId, view)];
    },
    async delete({ request: { site, account }, formId, values }: ViewPost): Promise<Done> {
      const isDeleted = await deleteView(site, account.id, formId, values.get("view") ?? "");
      return isDeleted ? "view_deleted" : "unchanged";
    },
  }),
);
