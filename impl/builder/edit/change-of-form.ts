/** Compares a form before and after an edit. */
import type { FormField, FormStructure } from "../../../generated/types.ts";

export interface Change {
  readonly isEmpty: boolean;
  /** Whether fields went to other pages, or pages came or went. */
  readonly isRepaged: boolean;
  /** Ids of fields that are new, gone, changed, moved, or that stand beside one of these. */
  readonly touched: ReadonlySet<string>;
  /** What was made or changed, as JSON. */
  readonly parts: string;
  /** The texts of it. */
  readonly texts: string;
  /** Labels and choices that were not there before. */
  readonly names: readonly string[];
  /** The choices of these. */
  readonly choices: readonly string[];
}

export function changeOf(before: FormStructure, after: FormStructure): Change {
  const [old, now] = [fieldsOf(before), fieldsOf(after)];
  const oldById = new Map(old.map((field) => [field.id, JSON.stringify(field)]));
  const changed = now.filter((field) => oldById.get(field.id) !== JSON.stringify(field));
  const rest = restOf(before) === restOf(after) ? [] : [restOf(after)];
  const parts = [...changed.map((field) => JSON.stringify(field)), ...rest].join(" ");
  const known = new Set(old.flatMap(namesOf));
  return {
    isEmpty: JSON.stringify(before) === JSON.stringify(after),
    isRepaged: pagesOf(before) !== pagesOf(after),
    touched: touched(old, now, new Set(changed.map(({ id }) => id))),
    parts,
    texts: textsIn([
      ...changed,
      ...(rest.length > 0 ? [{ ...after, pages: after.pages.map(({ title }) => title) }] : []),
    ]),
    names: changed.flatMap(namesOf).filter((name) => !known.has(name)),
    choices: changed.flatMap(choicesOf).filter((name) => !known.has(name)),
  };
}

function fieldsOf({ pages }: FormStructure): FormField[] {
  return pages.flatMap(({ fields }) => fields);
}

/** The form without its fields. */
function restOf(form: FormStructure): string {
  return JSON.stringify({ ...form, pages: form.pages.map(({ fields, ...page }) => page) });
}

function pagesOf({ pages }: FormStructure): string {
  return pages.length < 2 ? "" : JSON.stringify(pages.map(({ fields }) => fields.map(({ id }) => id)));
}

function namesOf(field: FormField): string[] {
  return [...Object.values(field.label as Record<string, string>), ...choicesOf(field)];
}

function choicesOf(field: FormField): string[] {
  if (!("choices" in field)) return [];
  return field.choices.flatMap(({ label }) => Object.values(label as Record<string, string>));
}

function touched(
  old: readonly FormField[],
  now: readonly FormField[],
  changed: ReadonlySet<string>,
): Set<string> {
  const neighbours = (fields: readonly FormField[]) =>
    new Map(fields.map(({ id }, index) => [id, `${fields[index - 1]?.id} ${fields[index + 1]?.id}`]));
  const [was, is] = [neighbours(old), neighbours(now)];
  const found = new Set(changed);
  for (const id of [...was.keys(), ...is.keys()]) if (was.get(id) !== is.get(id)) found.add(id);
  return found;
}

/** All texts in a value, one a line. */
function textsIn(value: unknown): string {
  if (typeof value === "string") return value;
  if (typeof value !== "object" || value === null) return "";
  return Object.entries(value)
    .filter(([key]) => key !== "type" && key !== "id")
    .map(([, one]) => textsIn(one))
    .filter((text) => text !== "")
    .join("\n");
}
