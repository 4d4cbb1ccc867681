/** Builds a structure from the flat shape; the schema and the rules of structures judge it afterwards. */
import type { FormField, FormPage, FormStructure, LocalizedText } from "../../../generated/types.ts";
import { newIdFrom } from "../../forms/operations/new-id.ts";
import { structureProblems } from "../../forms/structure/check.ts";
import { readStructure } from "../../forms/structure/fits-schema.ts";
import { isLanguage } from "../../texts/languages.ts";
import { translation } from "../../texts/translate.ts";
import type { Reading } from "../repair.ts";
import { type Built, buildField, omitUndefined } from "./build-field.ts";
import type { FlatField, FlatForm, FlatSettings, FlatTest, LocalizedField } from "./flat-form.ts";

/** @param language the default language, in which all texts of the flat form are */
export function buildStructure(flat: FlatForm, language: string): Built {
  const taken = new Set<string>();
  const fields = new Map<string, FormField>();
  const pages: FormPage[] = [];
  const text = wording(language);
  for (const [index, each] of flat.fields.entries()) {
    const id = newIdFrom(each.id ?? each.label, `field_${index + 1}`, taken);
    const condition = each.show_if && buildCondition(each.show_if, fields, language);
    const field = buildField(localizeField(each, language), id, condition);
    nameField(fields, field, each);
    pageAt(pages, each.page ?? pages.length, flat.pages, text).push(field);
  }
  return {
    ...wholeForm(
      {
        ...flat,
        description: text(flat.description),
        submit_label: text(flat.submit_label),
        closed_text: text(flat.closed_text),
        full_text: text(flat.full_text),
        ending_title: text(flat.ending_title),
        ending_message: text(flat.ending_message),
      },
      { [language]: translation(isLanguage(language) ? language : "en", "en").say("thanks_title") },
    ),
    title: { [language]: flat.title },
    default_language: language,
    languages: [language],
    pages: pages.filter((page) => page.fields.length > 0),
    ...(flat.calculations?.length && {
      calculations: flat.calculations.map((each) => omitUndefined({ ...each, label: text(each.label) })),
    }),
  };
}

const wording = (language: string) => (words: string | undefined) =>
  words === undefined ? undefined : { [language]: words };

/** The field with its texts as structures have them. */
function localizeField(flat: FlatField, language: string): LocalizedField {
  const text = wording(language);
  const choices = (texts: readonly string[] | undefined) =>
    texts?.map((name) => ({ name, label: { [language]: name } }));
  return {
    ...flat,
    label: { [language]: flat.label },
    help: text(flat.help),
    placeholder: text(flat.placeholder),
    unit: text(flat.unit),
    min_label: text(flat.min_label),
    max_label: text(flat.max_label),
    pattern_message: text(flat.pattern_message),
    statement: text(flat.statement),
    choices: choices(flat.choices),
    rows: choices(flat.rows),
    columns: choices(flat.columns),
  };
}

/** Conditions name fields by the id that the model gave, the id that the field got, or its label. */
function nameField(fields: Map<string, FormField>, field: FormField, { id, label }: FlatField): void {
  for (const name of [label, id, field.id]) if (name !== undefined) fields.set(name.toLowerCase(), field);
}

function pageAt(
  pages: FormPage[],
  number: number,
  titles: readonly string[] | undefined,
  text: ReturnType<typeof wording>,
): FormField[] {
  const index = Math.min(Math.max(Math.trunc(number) || 1, 1), MAX_PAGES) - 1;
  for (let at = pages.length; at <= index; at++) {
    const title = text(titles?.[at] || undefined);
    pages.push({ id: `page_${at + 1}`, ...(title && { title }), fields: [] });
  }
  return pages[index]!.fields;
}

/** One page more than a form may have, so that the schema reports too many pages. */
const MAX_PAGES = 51;

/** The test of a condition, in the ids of the fields and choices that it names. */
function buildCondition(
  tests: FlatTest | readonly FlatTest[],
  fields: ReadonlyMap<string, FormField>,
  language: string,
): unknown {
  const all = [tests].flat().map(({ field: name, op, value }) => {
    const field = fields.get(name.toLowerCase());
    if (op === "answered" || op === "empty") return { field: field?.id ?? name, op };
    return { field: field?.id ?? name, op, value: valueFor(field, value, language) };
  });
  return all.length === 1 ? all[0] : { all };
}

/** Models name choices by their texts. */
function valueFor(field: FormField | undefined, value: unknown, language: string): unknown {
  if (Array.isArray(value)) return value.map((each) => valueFor(field, each, language));
  if (!field) return value;
  const words = String(value).toLowerCase();
  const choices = "choices" in field ? field.choices : [];
  const named = choices.find(({ label }) =>
    Object.entries(label).some(([code, text]) => code === language && text.toLowerCase() === words),
  );
  if (named) return named.id;
  if (field.type !== "yes_no" && field.type !== "consent") return value;
  if (value === "yes" || value === "true") return true;
  return value === "no" || value === "false" ? false : value;
}

/** Description, endings and settings. */
function wholeForm(
  flat: Omit<FlatSettings<LocalizedText>, "title">,
  thanks: LocalizedText,
): Pick<FormStructure, "description" | "endings" | "settings"> {
  const { description, ending_title: title = thanks } = flat;
  const settings = omitUndefined({
    submit_label: flat.submit_label,
    show_progress: flat.show_progress,
    display: flat.display,
    one_response_per_email: flat.one_response_per_email,
    answer_key: flat.answer_key,
    response_limit: flat.response_limit,
    opens_at: flat.opens_at,
    closes_at: flat.closes_at,
    closed_text: flat.closed_text,
    full_text: flat.full_text,
  });
  const { ending_message: message, redirect_url } = flat;
  const hasEnding = (flat.ending_title ?? message ?? redirect_url) !== undefined;
  return {
    ...(description && { description }),
    ...(hasEnding && {
      endings: [{ id: "thanks", title, ...(message && { message }), ...(redirect_url && { redirect_url }) }],
    }),
    ...(Object.keys(settings).length > 0 && { settings }),
  };
}

/** The structure, if it fits the schema and keeps the rules; else sentences that name the fields. */
export function judgeBuilt(built: Built): Reading<FormStructure> {
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
