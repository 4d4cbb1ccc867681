/** Edits of a structure. Each is a function from one structure to the next. */
import type {
  FormField,
  FormPage,
  FormSettings,
  FormStructure,
  Language,
  LocalizedText,
} from "../../../../generated/types.ts";
import type { Part } from "./field-types.ts";

/** The lists of a structure whose items have an id. */
export type ListName = "hidden_fields" | "calculations" | "endings";

/** The most fields of a form in the contract. */
export const MAX_FIELDS = 500;

export function allFields({ pages }: FormStructure): FormField[] {
  return pages.flatMap((page) => page.fields as FormField[]);
}

export function findField(structure: FormStructure, id: string): FormField | undefined {
  return allFields(structure).find((field) => field.id === id);
}

export function pageOfField({ pages }: FormStructure, id: string): FormPage | undefined {
  return pages.find((page) => page.fields.some((field) => field.id === id));
}

/** Returns the JSON Pointer of a field; undefined: it is not in the structure. */
export function findFieldPath({ pages }: FormStructure, id: string): string | undefined {
  for (const [at, page] of pages.entries()) {
    const index = page.fields.findIndex((field) => field.id === id);
    if (index >= 0) return `/pages/${at}/fields/${index}`;
  }
  return undefined;
}

/** Sets a property; `undefined` removes it. */
export function setProperty<Owner extends object>(owner: Owner, key: string, value: unknown): Owner {
  const { [key]: _, ...rest } = owner as Record<string, unknown>;
  return (value === undefined ? rest : { ...owner, [key]: value }) as Owner;
}

/** Sets a property of `validation`; an empty `validation` is removed. */
export function setRule(field: FormField, key: string, value: unknown): FormField {
  const rules = setProperty(("validation" in field && field.validation) || {}, key, value);
  return setProperty(field, "validation", Object.keys(rules).length === 0 ? undefined : rules);
}

/** Sets a property of `settings`; empty `settings` are removed. */
export function setSetting(structure: FormStructure, key: keyof FormSettings, value: unknown): FormStructure {
  const settings = setProperty(structure.settings ?? {}, key, value);
  return setProperty(structure, "settings", Object.keys(settings).length === 0 ? undefined : settings);
}

export function setText(
  text: LocalizedText | undefined,
  language: Language,
  words: string,
): LocalizedText | undefined {
  const next = setProperty(text ?? {}, language, words === "" ? undefined : words) as LocalizedText;
  return Object.keys(next).length === 0 ? undefined : next;
}

export function updateField(
  structure: FormStructure,
  id: string,
  change: (field: FormField) => FormField,
): FormStructure {
  return mapPages(structure, (page) => ({
    ...page,
    fields: page.fields.map((field) => (field.id === id ? change(field) : field)) as typeof page.fields,
  }));
}

export function mapPages(structure: FormStructure, change: (page: FormPage) => FormPage): FormStructure {
  return { ...structure, pages: structure.pages.map(change) as FormStructure["pages"] };
}

/** Inserts a field into a page. @param index among its fields; undefined: at the end */
export function insertField(
  structure: FormStructure,
  pageId: string,
  field: FormField,
  index: number | undefined,
): FormStructure {
  return mapPages(structure, (page) =>
    page.id === pageId
      ? {
          ...page,
          fields: page.fields.toSpliced(index ?? page.fields.length, 0, field) as typeof page.fields,
        }
      : page,
  );
}

/** Moves a field to an index among the other fields of a page. A page that becomes empty is removed. */
export function moveField(
  structure: FormStructure,
  id: string,
  pageId: string,
  index: number,
): FormStructure {
  const field = findField(structure, id);
  if (field === undefined) return structure;
  const without = mapPages(structure, (page) => ({
    ...page,
    fields: page.fields.filter((other) => other.id !== id) as unknown as typeof page.fields,
  }));
  return withoutEmptyPages(insertField(without, pageId, field, index));
}

/** Moves a field up or down by one; from the end of its page to the next page. */
export function stepField(structure: FormStructure, id: string, by: -1 | 1): FormStructure {
  const { pages } = structure;
  const at = pages.findIndex((page) => page.fields.some((field) => field.id === id));
  const page = pages[at];
  if (page === undefined) return structure;
  const index = page.fields.findIndex((field) => field.id === id) + by;
  if (index >= 0 && index < page.fields.length) return moveField(structure, id, page.id, index);
  const next = pages[at + by];
  return next ? moveField(structure, id, next.id, by === 1 ? 0 : next.fields.length) : structure;
}

function withoutEmptyPages(structure: FormStructure): FormStructure {
  const pages = structure.pages.filter((page) => page.fields.length > 0);
  return { ...structure, pages: pages as unknown as FormStructure["pages"] };
}

export function moveItem<Item>(items: readonly Item[], from: number, to: number): Item[] {
  const item = items[from];
  if (item === undefined || to < 0 || to >= items.length) return [...items];
  return items.toSpliced(from, 1).toSpliced(to, 0, item);
}

export function getList(structure: FormStructure, list: ListName): readonly Part[] {
  return (structure[list] ?? []) as unknown as readonly Part[];
}

/** Sets a list; an empty list is removed. */
export function setList(structure: FormStructure, list: ListName, items: readonly Part[]): FormStructure {
  return setProperty(structure, list, items.length === 0 ? undefined : items);
}

export function updateItem(
  structure: FormStructure,
  list: ListName,
  id: string,
  change: (item: Part) => Part,
): FormStructure {
  return setList(
    structure,
    list,
    getList(structure, list).map((item) => (item.id === id ? change(item) : item)),
  );
}
