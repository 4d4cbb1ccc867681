/** Inserts pasted questions into a form, with new ids. */
import type { FormField, FormPage, FormStructure } from "../../../../generated/types.ts";
import { mapPages } from "./edits.ts";
import { answerIds, freeId } from "./ids.ts";

/** A place in the form: a page, and an index among its fields. */
export interface PastePlace {
  readonly pageId: string;
  readonly index: number;
}

/**
 * Inserts pages of fields. The fields of a first page without a title are inserted at the place; every other page is added after
 * that page.
 * @returns the structure, and the ids of the new fields in their order
 */
export function insertPasted(
  structure: FormStructure,
  { pageId, index }: PastePlace,
  pasted: readonly FormPage[],
): { readonly structure: FormStructure; readonly ids: readonly string[] } {
  const pages = withFreeIds(structure, pasted);
  const isHere = pages[0]?.title === undefined;
  const here = isHere ? (pages[0]?.fields ?? []) : [];
  const inserted = mapPages(structure, (page) =>
    page.id === pageId
      ? { ...page, fields: page.fields.toSpliced(index, 0, ...here) as typeof page.fields }
      : page,
  );
  const at = structure.pages.findIndex(({ id }) => id === pageId);
  const all = inserted.pages.toSpliced(at + 1, 0, ...pages.slice(isHere ? 1 : 0));
  return {
    structure: { ...inserted, pages: all as FormStructure["pages"] },
    ids: pages.flatMap(({ fields }) => fields.map(({ id }) => id)),
  };
}

function withFreeIds(structure: FormStructure, pages: readonly FormPage[]): FormPage[] {
  const [pageIds, fieldIds] = [structure.pages.map(({ id }) => id), answerIds(structure)];
  const take = (wanted: string, taken: string[]) => {
    const id = freeId(wanted, taken);
    taken.push(id);
    return id;
  };
  return pages.map((page) => ({
    ...page,
    id: take(page.id, pageIds),
    fields: page.fields.map(
      (field): FormField => ({ ...field, id: take(field.id, fieldIds) }),
    ) as FormPage["fields"],
  }));
}
