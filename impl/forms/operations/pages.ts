/** Operations on pages, and on the form as a whole. */
import { type Draft, type DraftPage, insert, type Operation, report, reportUnknown } from "./draft.ts";
import { mergeProperties } from "./merge.ts";

export const pageKey = (id: string) => `/pages/${id}`;

export function addPage(draft: Draft, { id, title, ...place }: Operation<"add_page">): void {
  const { pages, default_language: language } = draft.form;
  if (pages.some((page) => page.id === id))
    report(
      draft,
      "/id",
      `is ${JSON.stringify(id)}, which the form has already. Change it with change_page, or choose another id.`,
    );
  draft.addedPages.set(id, draft.at);
  draft.changed.set(pageKey(id), draft.at);
  insert(draft, pages, { ...mergeProperties({ id }, { title }, language), id, fields: [] }, place, "page");
}

export function changePage(draft: Draft, { id, title }: Operation<"change_page">): void {
  const { pages, default_language: language } = draft.form;
  const index = requireIndex(draft, id);
  draft.changed.set(pageKey(id), draft.at);
  const page = pages[index];
  if (page) pages[index] = { ...mergeProperties(page, { title }, language), id, fields: page.fields };
}

export function movePage(draft: Draft, { id, page, ...place }: Operation<"move_page">): void {
  if (page !== undefined) report(draft, "/page", "says where fields go. For pages give `after` or `before`.");
  const [moved] = removedPage(draft, id);
  if (moved) insert(draft, draft.form.pages, moved, place, "page");
}

export function removePage(draft: Draft, { id }: Operation<"remove_page">): void {
  const [page] = removedPage(draft, id);
  for (const field of page?.fields ?? []) draft.removed.set(field.id, draft.at);
}

function removedPage(draft: Draft, id: string): DraftPage[] {
  const index = requireIndex(draft, id);
  return index < 0 ? [] : draft.form.pages.splice(index, 1);
}

function requireIndex(draft: Draft, id: string): number {
  const { pages } = draft.form;
  const index = pages.findIndex((page) => page.id === id);
  if (index < 0) reportUnknown(draft, "/id", { kind: "page", id, known: pages.map((page) => page.id) });
  return index;
}

export function changeForm(draft: Draft, { op: _op, ...set }: Operation<"change_form">): void {
  const { default_language, pages } = draft.form;
  const language = set.default_language ?? default_language;
  for (const property of Object.keys(set)) draft.changed.set(`/${property}`, draft.at);
  draft.form = { ...mergeProperties(draft.form, set, language), default_language: language, pages };
}
