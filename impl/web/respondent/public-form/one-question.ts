/** Forms that show one question at a time: the same structure, with a page for each question. */
import type { FormField, FormPage, FormStructure } from "../../../../generated/types.ts";
import { takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { offeredStructure } from "../../../forms/structure/offered-form.ts";
import { isRetired } from "../../../forms/structure/retirement.ts";

/**
 * Returns the structure for new respondents, with the pages that they see. Fields keep their order, so conditions and
 * calculations keep their meaning. Statements and sections are above the question that follows them.
 */
export function shownStructure(stored: FormStructure): FormStructure {
  const structure = offeredStructure(stored);
  if (structure.settings?.display !== "one_question") return structure;
  return { ...structure, pages: structure.pages.flatMap(questionPages) };
}

/** The id of the page that has all questions, which a script shows one at a time. */
export const ALL = "*";

/** Creates the page with all questions. Pages of a form have other ids. */
export function createPageOfAll({ pages }: FormStructure): FormPage {
  return { id: ALL, fields: pages.flatMap((page) => page.fields) };
}

/** Finds a page by its id. */
export function findPage(structure: FormStructure, id: string | undefined): FormPage | undefined {
  return id === ALL ? createPageOfAll(structure) : structure.pages.find((page) => page.id === id);
}

/** Splits a page into pages of one question. The first keeps the id. The others have a dot in their id, which form pages never have. */
function questionPages(page: FormPage): FormPage[] {
  const groups: FormField[][] = [];
  let isOpen = false;
  for (const field of page.fields) {
    if (isOpen) groups.at(-1)!.push(field);
    else groups.push([field]);
    isOpen = !takesAnswer(field) || isRetired(field);
  }
  return groups.map((fields, at) => ({
    ...page,
    id: at === 0 ? page.id : `${page.id}.${fields.at(-1)!.id}`,
    fields,
  }));
}
