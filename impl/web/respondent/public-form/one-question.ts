/** Forms that show one question at a time: the same structure, with a page for each question. */
import type { FormField, FormPage, FormStructure } from "../../../../generated/types.ts";
import { takesAnswer } from "../../../forms/fields/client/client-kinds.ts";
import { isRetired } from "../../../forms/structure/is-retired.ts";
import { offeredStructure } from "../../../forms/structure/offered.ts";

/**
 * What new respondents are asked, in the pages that they see. Fields keep their order, so conditions and calculations mean the same.
 * Statements and sections stand above the question that follows them.
 */
export function shownStructure(stored: FormStructure): FormStructure {
  const structure = offeredStructure(stored);
  if (structure.settings?.display !== "one_question") return structure;
  return { ...structure, pages: structure.pages.flatMap(questionPages) };
}

/** The id of the page that has all questions: a script shows one after the other. */
export const ALL = "*";

/** All questions on one page. Pages of a form have other ids. */
export function pageOfAll({ pages }: FormStructure): FormPage {
  return { id: ALL, fields: pages.flatMap((page) => page.fields) };
}

/** A page by its id. */
export function pageOf(structure: FormStructure, id: string | undefined): FormPage | undefined {
  return id === ALL ? pageOfAll(structure) : structure.pages.find((page) => page.id === id);
}

/** The first page keeps the id of the page that it is of. Ids of pages have no dot, so the others are new. */
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
