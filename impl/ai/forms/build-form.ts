/** Builds a structure from the flat shape; the schema and the rules of structures judge it afterwards. */
import type { FormStructure } from "../../../generated/types.ts";
import { newIdFrom } from "../../forms/operations/new-id.ts";
import { structureProblems } from "../../forms/structure/check.ts";
import { readStructure } from "../../forms/structure/fits-schema.ts";
import { isLanguage, textsIn } from "../../texts/languages.ts";
import type { Reading } from "../repair.ts";
import { type Built, buildField, withoutUndefined } from "./build-field.ts";
import type { FlatField, FlatForm, FlatSettings } from "./flat-form.ts";

/** @param language the default language, in which all texts of the flat form are */
export function buildStructure(flat: FlatForm, language: string): Built {
  const taken = new Set<string>();
  const fields = new Map<string, Built>();
  const pages: Built[] = [];
  for (const [index, each] of flat.fields.entries()) {
    const id = newIdFrom(each.id ?? each.label, `field_${index + 1}`, taken);
    const field = buildField(each, id, { language, fields });
    nameField(fields, field, each);
    pageAt(pages, each.page ?? pages.length, flat.pages, language).push(field);
  }
  return withoutUndefined({
    ...wholeForm(flat, language),
    title: { [language]: flat.title },
    default_language: language,
    languages: [language],
    pages: pages.filter((page) => page !== undefined && (page.fields as Built[]).length > 0),
    ...(flat.calculations?.length && {
      calculations: flat.calculations.map((each) => calculation(each, language)),
    }),
  });
}

/** Conditions name fields by the id that the model gave, the id that the field got, or its label. */
function nameField(fields: Map<string, Built>, field: Built, { id, label }: FlatField): void {
  for (const name of [label, id, String(field.id)])
    if (name !== undefined) fields.set(name.toLowerCase(), field);
}

function pageAt(
  pages: Built[],
  number: number,
  titles: readonly string[] | undefined,
  language: string,
): Built[] {
  const index = Math.min(Math.max(Math.trunc(number) || 1, 1), MAX_PAGES) - 1;
  for (let at = pages.length; at <= index; at++) {
    const title = titles?.[at];
    pages.push({ id: `page_${at + 1}`, ...(title && { title: { [language]: title } }), fields: [] });
  }
  return pages[index]!.fields as Built[];
}

/** One more than a form may have, so that too many pages are a mistake that the schema names. */
const MAX_PAGES = 51;

function calculation(
  { id, label, expression }: NonNullable<FlatForm["calculations"]>[number],
  language: string,
) {
  return withoutUndefined({ id, label: label === undefined ? undefined : { [language]: label }, expression });
}

/** Description, endings and settings. */
function wholeForm(flat: FlatSettings, language: string): Built {
  const text = (value: string | undefined) => (value === undefined ? undefined : { [language]: value });
  const settings = withoutUndefined({
    submit_label: text(flat.submit_label),
    one_response_per_email: flat.one_response_per_email,
    response_limit: flat.response_limit,
    closes_at: flat.closes_at,
  });
  const ending = withoutUndefined({
    title: text(flat.ending_title),
    message: text(flat.ending_message),
    redirect_url: flat.redirect_url,
  });
  return withoutUndefined({
    description: text(flat.description),
    endings:
      Object.keys(ending).length > 0 ? [{ id: "done", title: text(thanks(language)), ...ending }] : undefined,
    settings: Object.keys(settings).length > 0 ? settings : undefined,
  });
}

function thanks(language: string): string {
  return textsIn(isLanguage(language) ? language : "en").thanks_title;
}

/** The structure, if it fits the schema and keeps the rules; else sentences that name the fields. */
export function judged(built: Built): Reading<FormStructure> {
  const read = readStructure(built);
  const problems = "problems" in read ? read.problems : structureProblems(read.structure);
  if ("structure" in read && problems.length === 0) return { value: read.structure };
  return { problems: problems.map(({ path, problem }) => `${placeIn(built, path)} ${problem}`) };
}

/** `/pages/0/fields/3/choices` as `field "size": choices`. */
function placeIn(built: Built, path: string): string {
  const [, page, field, rest = ""] = /^\/pages\/(\d+)\/fields\/(\d+)(.*)$/.exec(path) ?? [];
  const pages = built.pages as readonly { readonly fields: readonly Built[] }[] | undefined;
  const found = field === undefined ? undefined : pages?.[Number(page)]?.fields[Number(field)];
  if (found === undefined) return path === "" ? "The form" : path;
  return `The field ${JSON.stringify(found.id)}${rest.replaceAll("/", " ")}`;
}
