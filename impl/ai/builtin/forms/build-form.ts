/** Builds a form from a prompt. */

import { limits } from "../../../../generated/limits.ts";
import type { FormField, FormPage, FormStructure, Language, Warning } from "../../../../generated/types.ts";
import { newIdFrom } from "../../../forms/operations/new-id.ts";
import { detectLanguage, detectOtherLanguage } from "../../../texts/detection/detect.ts";
import { languageName } from "../../../texts/detection/names.ts";
import { wholeForm } from "../../forms/build-form.ts";
import type { Item } from "../items/item.ts";
import { lexiconOf, type TextKey } from "../reading/lexicon.ts";
import { Prompt } from "../reading/prompt.ts";
import { conditionOf, type Earlier } from "./conditions.ts";
import { readDocument } from "./document.ts";
import { makeField } from "./field.ts";
import { type Entry, Outline } from "./outline.ts";
import { purposeIn, type Template, templateItems } from "./purpose.ts";
import { notUnderstood, refusalOf } from "./refusal.ts";
import { applyRemark } from "./remarks.ts";
import { clip, listNames, Texts } from "./texts.ts";
import { fieldWarnings, limitWarnings, readFillers, unreadWarnings, warningOf } from "./warnings.ts";

export interface FormRequest {
  /** What the form is for and what it asks, in any of the 24 languages. */
  readonly prompt: string;
  /** Replaces the title that the prompt suggests. */
  readonly title?: string;
  /** Languages of the form, the default one first; absent: those that the prompt asks for, else its own. */
  readonly languages?: readonly [Language, ...Language[]];
}

export interface BuiltForm {
  /** In the default language. */
  readonly title: string;
  readonly structure: FormStructure;
  /** What was not understood, guessed or not translated. */
  readonly warnings: Warning[];
}

/** Of a prompt that is read to a smaller share nothing is built. */
const MIN_SHARE = 0.5;

/**
 * Makes a form from a prompt: deterministic, without a language model and without I/O.
 *
 * @throws Refusal `prompt_not_understood` if less than half of the prompt is read, or nothing in it is a field or a purpose
 */
export function buildForm({ prompt: typed, title, languages }: FormRequest): BuiltForm {
  const foreign = detectOtherLanguage(typed);
  if (foreign !== undefined) throw refusalOf({ key: "prompt_foreign", values: { language: foreign } });
  const promptLanguage = detectLanguage(typed, languages ?? []);
  const text = { prompt: new Prompt(typed), lexicon: lexiconOf(promptLanguage) };
  const outline = new Outline(text);
  readDocument(outline);
  const texts = new Texts({ languages: languages ?? languagesOf(outline, promptLanguage), promptLanguage });
  const template =
    outline.purpose ?? (outline.fields.length === 0 ? purposeIn(text, text.prompt.all) : undefined);
  const added = outline.fields.length === 0 && template ? templateItems(template, promptLanguage) : [];
  outline.addAll(added);
  const { pages, built } = makePages(outline, texts);
  if (built.length === 0) throw notUnderstood(text.prompt);
  const structure: FormStructure = {
    title: titleOf(outline, title, template, texts),
    default_language: texts.languages[0],
    languages: [...texts.languages],
    pages,
    ...wholeForm(
      settings(outline, template, texts),
      texts.fromLexicon((labels) => labels.texts.thanks),
    ),
  };
  readFillers(text);
  const warnings = [
    ...unreadWarnings(text),
    ...fieldWarnings(text, built),
    ...addedWarning(added),
    ...pageWarning(outline, pages),
    ...otherLanguages(outline, texts),
    ...texts.warnings(),
  ];
  if (text.prompt.accounting.share() < MIN_SHARE)
    throw notUnderstood(text.prompt, added.length === 0 ? structure : undefined);
  return { title: structure.title[texts.languages[0]] ?? "", structure, warnings: limitWarnings(warnings) };
}

/** One language that the prompt names is that of the form; several are added to its own. */
function languagesOf(
  { settings: { languages = [] } }: Outline,
  promptLanguage: Language,
): [Language, ...Language[]] {
  const [first, ...others] = languages;
  if (first === undefined) return [promptLanguage];
  if (others.length === 0) return [first];
  return [promptLanguage, ...new Set(languages.filter((language) => language !== promptLanguage))];
}

interface BuiltField {
  readonly item: Item;
  readonly field: FormField;
  readonly path: string;
}

/** The pages with their fields; conditions refer to fields before. */
function makePages(outline: Outline, texts: Texts): { pages: FormPage[]; built: BuiltField[] } {
  const ids = new Set<string>();
  const pageIds = new Set<string>();
  const required = requiredOf(outline);
  const isRequired = !isStarred(outline.fields);
  const earlier: Earlier[] = [];
  const built: BuiltField[] = [];
  const pages = outline.pages.map(({ title, entries }, page): FormPage => {
    const fields: FormField[] = [];
    for (const entry of entries) {
      if (entry.kind === "section") {
        fields.push({
          id: newIdFrom("section", "section", ids),
          type: "section",
          label: texts.fromPrompt(entry.title),
        });
        continue;
      }
      const { item } = entry;
      const remark = required.get(item);
      const draft = remark === undefined ? item.draft : { ...item.draft, required: remark };
      const field = makeField(draft, item.decided, { texts, ids, isRequired });
      const shown = withCondition(outline, entry, field, earlier);
      if (!shown) continue;
      earlier.push({ item, field: shown });
      built.push({ item, field: shown, path: `/pages/${page}/fields/${fields.length}` });
      fields.push(shown);
    }
    return {
      id: newIdFrom("page", "page", pageIds),
      ...(title && { title: texts.fromPrompt(title) }),
      fields,
    };
  });
  const filled = pages.filter(({ fields }) => fields.length > 0);
  return { pages: filled, built };
}

/** "two pages", where the form has another number of them. */
function pageWarning({ settings: { pageCount } }: Outline, pages: readonly FormPage[]): Warning[] {
  if (pageCount === undefined || pageCount === pages.length) return [];
  const message = `The prompt speaks of ${pageCount} pages, but not clearly of what is on each.`;
  return [{ code: "pages_unclear", message }];
}

/** Where a star or "required" marks some fields of several, the others are optional. */
function isStarred(items: readonly Item[]): boolean {
  const marked = items.filter(({ draft }) => draft.required === true).length;
  const denied = items.some(({ draft }) => draft.required === false);
  return marked > 1 && marked < items.length && !denied;
}

function requiredOf({ text, remarks, fields }: Outline): ReadonlyMap<Item, boolean> {
  const required = new Map<Item, boolean>();
  for (const remark of remarks)
    for (const [item, isRequired] of applyRemark(text, remark, fields, required))
      required.set(item, isRequired);
  return required;
}

/** @returns undefined where running text asks for a field under a condition that is not understood */
function withCondition(
  { text }: Outline,
  { item: { draft }, source }: Extract<Entry, { kind: "field" }>,
  field: FormField,
  earlier: readonly Earlier[],
): FormField | undefined {
  const { condition } = draft;
  if (!condition) return field;
  // "other pets (yes/no - if yes describe)": the answer is that of the field itself.
  const isOwn = condition.kind === "answer" && field.type === "yes_no" && condition.at.from > draft.at.from;
  const found = isOwn ? undefined : conditionOf(text, condition, earlier);
  if (found) return { ...field, visible_if: found };
  const { accounting } = text.prompt;
  const from = condition.kind === "words" ? condition.leadFrom : condition.at.from;
  accounting.unread({ from, to: condition.at.to });
  const isBefore = from < draft.at.from;
  if (source.place.isLine || !isBefore) return field;
  accounting.unread(draft.at);
  return undefined;
}

function titleOf(outline: Outline, wanted: string | undefined, template: Template | undefined, texts: Texts) {
  const words = wanted ?? outline.settings.title ?? outline.title;
  const { title } = template ?? {};
  if (words) return texts.fromPrompt(clip(words, limits.title_length.max));
  return texts.fromLexicon((labels) => labels.texts[title ?? "untitled"]);
}

function settings({ settings: said }: Outline, template: Template | undefined, texts: Texts) {
  const either = (words: string | undefined, usual?: TextKey) =>
    words === undefined
      ? usual && texts.fromLexicon((labels) => labels.texts[usual])
      : texts.fromPrompt(words);
  return {
    ...said,
    ending_title: undefined,
    description: either(said.description),
    submit_label: either(said.submit_label, template?.submit),
    ending_message: either(said.ending_message, template?.thanks),
  };
}

function addedWarning(items: readonly Item[]): Warning[] {
  const labels = items.map(({ draft }) => draft.label);
  const message = (all: string) => `The prompt names no fields, so the usual ones are there: ${all}.`;
  return warningOf("fields_added", labels, message);
}

/** Languages that the prompt wants and the form does not have. */
function otherLanguages(
  { settings: { languages = [], otherLanguages: others = [] } }: Outline,
  texts: Texts,
): Warning[] {
  const missing = languages.filter((language) => !texts.languages.includes(language));
  const names = listNames([...others, ...missing.map(languageName)]);
  return names === ""
    ? []
    : [{ code: "language_not_offered", message: `${names} is not a language of the form.` }];
}
