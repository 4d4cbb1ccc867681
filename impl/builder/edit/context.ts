/** What the commands of one edit work on. */

import type { FormField, FormPage, FormStructure, Language, Warning } from "../../../generated/types.ts";
import { PromptNotUnderstood } from "../../failures/prompt-not-understood.ts";
import { reasonOf } from "../../failures/worded-refusal.ts";
import type { SentenceKey, SentenceValues } from "../../texts/sentences/sentence.ts";
import { type Ids, makeIds } from "../fields/ids.ts";
import { languageOf } from "../lexicon/detect.ts";
import { type Grammar, grammarOf } from "../lexicon/grammar.ts";
import { instructionsIn, numberIn } from "../lexicon/instructions.ts";
import { clip, makeTexts, type Texts } from "../texts.ts";

/** A copy of the form, which the instructions change one after the other, and what its new fields are made with. */
export interface EditContext {
  readonly form: FormStructure;
  readonly grammar: Grammar;
  /** Languages in which instructions are understood: that of the prompt, that of the form, and English. */
  readonly instructionLanguages: readonly Language[];
  readonly texts: Texts;
  readonly ids: Ids;
  readonly pageIds: Ids;
  /** Whether the form is being made, so that instructions may ask for fields that are not there yet. */
  readonly isNew: boolean;
  /** The field that was named last, for "make it optional". */
  last: FormField | undefined;
  /** The words for the fields that were named last. */
  named: string | undefined;
  /** Whether fields were made required or optional last. */
  marked: boolean | undefined;
  /** The ids of several fields that were named or made together last, for "both". */
  mentioned: readonly string[];
  /** The field whose choices an instruction before changed. */
  changed: FormField | undefined;
  /** One sentence for each change. */
  readonly changes: string[];
  readonly warnings: Warning[];
}

/** @param language the language of the prompt, where it is known */
export function createEditContext(
  structure: FormStructure,
  prompt: string,
  language?: Language,
): EditContext {
  const form = structuredClone(structure);
  const promptLanguage = language ?? languageOf(prompt, [form.default_language, "en"]);
  const taken = [...allFields(form), ...(form.hidden_fields ?? []), ...(form.calculations ?? [])];
  return {
    form,
    grammar: grammarOf(promptLanguage),
    instructionLanguages: [...new Set([promptLanguage, form.default_language, "en" as const])],
    texts: makeTexts({ languages: form.languages, defaultLanguage: form.default_language, promptLanguage }),
    ids: makeIds(taken.map(({ id }) => id)),
    pageIds: makeIds(form.pages.map(({ id }) => id)),
    isNew: false,
    last: undefined,
    named: undefined,
    marked: undefined,
    changed: undefined,
    mentioned: [],
    changes: [],
    warnings: [],
  };
}

/** The context for a form that is being made, with the texts, ids and warnings of its builder. */
export function contextFor(
  form: FormStructure,
  { texts, ids, grammar, warnings }: Pick<EditContext, "texts" | "ids" | "grammar" | "warnings">,
): EditContext {
  return {
    form,
    grammar,
    texts,
    ids,
    warnings,
    instructionLanguages: [...new Set([...grammar.languages, "en" as const])],
    pageIds: makeIds(form.pages.map(({ id }) => id)),
    isNew: true,
    last: undefined,
    named: undefined,
    marked: undefined,
    changed: undefined,
    mentioned: [],
    changes: [],
  };
}

/** Fields of all pages, in order. */
export function allFields({ pages }: FormStructure): FormField[] {
  return pages.flatMap(({ fields }) => fields);
}

/** The label in the default language. */
export function labelOf(field: Pick<FormField, "id" | "label">, { form }: EditContext): string {
  return field.label[form.default_language] ?? field.id;
}

/** Where a field is: its page, and its place on it. */
export function placeOf(field: FormField, { form }: EditContext): { page: FormPage; index: number } {
  const page = form.pages.find(({ fields }) => fields.includes(field));
  if (!page) throw new Error(`field ${field.id} is on no page`);
  return { page, index: page.fields.indexOf(field) };
}

/** Puts a field in the place of another. */
export function replaceField(field: FormField, by: FormField, context: EditContext): void {
  const { page, index } = placeOf(field, context);
  page.fields[index] = by;
}

/** Refuses the edit as a whole; nothing of it is kept. */
export function refuse(key: SentenceKey, values: SentenceValues = {}): never {
  const reason = reasonOf({ key, values });
  throw new PromptNotUnderstood(`${clip(reason.problem, 900)} Nothing was changed.`, [reason]);
}

/** A number in digits or in words of one of the languages; undefined if a text is none. */
export function numberOf(text: string, { instructionLanguages }: EditContext): number | undefined {
  return instructionLanguages
    .map((language) => numberIn(text, instructionsIn(language)))
    .find((number) => number !== undefined);
}

/** The words of a list, in the languages of the instruction. */
export function listOf(name: string, { instructionLanguages }: EditContext): readonly string[] {
  return instructionLanguages.flatMap((language) => instructionsIn(language).vocabulary[name] ?? []);
}

/** A text without the quotation marks around it. */
export function unquoted(text: string): string {
  return text.replace(/^["“„«']|["”“»']$/g, "").trim();
}
