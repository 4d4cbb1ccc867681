/** Returns the form for new respondents, without its retired parts. */
import type { Choice, Condition, EmailField, FormField, FormStructure } from "../../../generated/types.ts";
import { placedFields } from "./places.ts";
import { problemAt, type StructureProblem } from "./problem.ts";
import { isRetired } from "./retirement.ts";

/** A condition that never holds. */
const NEVER: Condition = "0 = 1";

/** The properties of fields that list choices. */
export const choiceLists = ["choices", "rows", "columns"] as const;

/**
 * The structure as it is offered. A retired field stays in it and is never shown, so conditions, formulas and texts that name it
 * take it as not answered; retired choices, rows and columns are left out. The respondent's address is always required. Its texts are the objects of the structure: the editor
 * finds their places by them.
 */
export function offeredStructure(structure: FormStructure): FormStructure {
  const address = addressField(structure);
  const offer = (field: FormField) =>
    field === address && !field.required ? { ...field, required: true } : offeredField(field);
  if (placedFields(structure).every(({ value }) => offer(value) === value)) return structure;
  const pages = structure.pages.map((page) => ({ ...page, fields: page.fields.map(offer) }));
  return { ...structure, pages: pages as FormStructure["pages"] };
}

/** @returns the field itself if it has no retired part */
export function offeredField(field: FormField): FormField {
  const lists = choiceLists.flatMap((list) => {
    const all = choicesIn(field, list);
    return all.some(isRetired) ? [[list, all.filter((item) => !isRetired(item))] as const] : [];
  });
  if (lists.length === 0 && !isRetired(field)) return field;
  return { ...field, ...Object.fromEntries(lists), ...(isRetired(field) && { visible_if: NEVER }) };
}

/** Returns the choices, rows or columns of a field; empty if its type has no such list. */
export function choicesIn(field: FormField, list: (typeof choiceLists)[number]): readonly Choice[] {
  if (list === "choices") return "choices" in field ? field.choices : [];
  return field.type === "matrix" ? field[list] : [];
}

/** Checks that something is left to ask: a field of the form, and in each field a choice, row and column. */
export function retiredProblems(structure: FormStructure): StructureProblem[] {
  const fields = placedFields(structure);
  const whole = fields.every(({ value }) => isRetired(value)) ? [problemAt("/pages", "all_retired")] : [];
  const lists = fields.flatMap(({ value, path }) =>
    choiceLists.map((list) => ({ items: choicesIn(value, list), path: `${path}/${list}` })),
  );
  const emptied = lists.filter(({ items }) => items.length > 0 && items.every(isRetired));
  return [...whole, ...emptied.map(({ path }) => problemAt(path, "all_retired"))];
}

/**
 * The field whose answer is the respondent's own address: the only email field of the form, if it is always shown and not said to be
 * optional. Without such a field the last page asks for the address.
 */
export function addressField({ pages }: FormStructure): EmailField | undefined {
  const fields = pages
    .flatMap((page) => page.fields)
    .filter((field) => field.type === "email")
    .filter((field) => !isRetired(field));
  const [only] = fields;
  return fields.length === 1 && only?.required !== false && !only?.visible_if ? only : undefined;
}
