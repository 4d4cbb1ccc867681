/** Reads a form text: a form, or what in it is not read. */
import { limits } from "../../../generated/limits.ts";
import type { FormStructure, Language, LocalizedText } from "../../../generated/types.ts";
import { newIdFrom } from "../operations/new-id.ts";
import { readStructure } from "../structure/fits-schema.ts";
import { readDocument } from "./document.ts";
import { listDoubts } from "./doubts.ts";
import { makeField } from "./fields/field.ts";
import { localizedField } from "./fields/localized-field.ts";
import { buildSettings } from "./fields/settings.ts";
import type { Element, FormDocument, Quoted } from "./form-document.ts";
import type { Problem } from "./marks/problem.ts";
import type { Span } from "./marks/span.ts";
import { addRules } from "./template-form.ts";
import { readTemplateRequest } from "./template-request.ts";
import { type TemplateName, templateText } from "./templates.ts";
import { getWords, type Words } from "./words.ts";

export interface ParsedForm {
  readonly document: FormDocument;
  /** All that was understood; undefined where the text has no question. */
  readonly structure: FormStructure | undefined;
  /** The reasons to refuse the text; empty if the structure represents the whole text except for the quoted parts. */
  readonly problems: readonly Problem[];
  /** Parts that forms cannot represent: comments, and unread parts. */
  readonly quoted: readonly Quoted[];
  /** The template that the text names, from which the form is made. */
  readonly template?: TemplateName;
}

export interface ParseOptions {
  /** The language of the form. */
  readonly language: Language;
  /** The language in which the text is written; undefined: the language of the form. */
  readonly writtenIn?: Language;
  /** Title of a form whose text has none. */
  readonly untitled: string;
}

export function parseFormText(source: string, options: ParseOptions): ParsedForm {
  const words = getWords(options.writtenIn ?? options.language);
  const document = readDocument(source, words);
  if (isTooLong(document)) return { document, structure: undefined, problems: [tooLong(source)], quoted: [] };
  const builder = new PageBuilder(textIn(options.language));
  const ofFields = document.elements.flatMap((element) => builder.add(element, words));
  const problems = distinct([...document.problems, ...ofFields]).map((problem) => builder.withField(problem));
  const quoted = [
    ...listQuoted(document, builder.titlesWithoutFields()),
    ...listDoubts(document, words),
  ].toSorted((a, b) => a.span.from - b.span.from);
  if (!document.elements.some(({ kind }) => kind === "question") || isOnlySigned(document, quoted))
    return (
      formOfTemplate(source, words, options) ?? {
        document,
        structure: undefined,
        problems: [...problems, noQuestions(source)],
        quoted,
      }
    );
  const read = readStructure(wholeForm(document, builder.pages(), options));
  if ("structure" in read) return { document, structure: read.structure, problems, quoted };
  // Whatever a line says that is read fits a structure, but for the sizes of texts and of the whole.
  const reasons = problems.length > 0 ? problems : [tooLong(source)];
  return { document, structure: undefined, problems: reasons, quoted };
}

/** Such a text is not made fields of, since that takes long where many have one name. */
function isTooLong({ elements }: FormDocument): boolean {
  const fields = elements.filter(({ kind }) => kind !== "page");
  const most = limits.field_choices.max;
  return (
    fields.length > limits.form_fields.max ||
    fields.some(
      (field) =>
        field.kind === "question" &&
        (field.question.choices.length > most || (field.question.rows?.length ?? 0) > most),
    )
  );
}

function tooLong(source: string): Problem {
  return { code: "too_long", span: { from: 0, to: source.length } };
}

/** A template in the language of the form, whatever language its name is in. */
function formOfTemplate(source: string, words: Words, options: ParseOptions): ParsedForm | undefined {
  const request = readTemplateRequest(source, words);
  if (!request) return undefined;
  const { name, document } = request;
  const { language, untitled } = options;
  const parsed = parseFormText(templateText(name, language), { language, untitled });
  const structure = parsed.structure && addRules(name, parsed.structure);
  return { document, structure, problems: [], quoted: listQuoted(document, []), template: name };
}

/** A line with several details of one mistake has one problem. */
function distinct(problems: readonly Problem[]): Problem[] {
  return [...new Map(problems.map((one) => [`${one.code} ${one.span.from} ${one.span.to}`, one])).values()];
}

const textIn =
  (language: Language) =>
  (value: string): LocalizedText => ({ [language]: value });

function wholeForm(document: FormDocument, pages: readonly object[], { language, untitled }: ParseOptions) {
  const text = textIn(language);
  const { description, title = firstQuestion(document) ?? untitled } = document;
  const { settings, endings, languages } = buildSettings(document.settings, language);
  return {
    title: text(title),
    ...(description !== undefined && { description: text(description) }),
    default_language: language,
    languages: [language, ...languages.filter((code) => code !== language)],
    pages,
    ...(endings && { endings }),
    ...(settings && { settings }),
  };
}

/** Returns the text of the first question, which names a form without a title; undefined: it is too long for a title. */
function firstQuestion({ elements }: FormDocument): string | undefined {
  const first = elements.find((element) => element.kind === "question");
  const label = first?.question.label;
  return label !== undefined && [...label].length <= limits.title_length.max ? label : undefined;
}

/** Whether a letter has no other questions than the lines of its signature: its sentences ask for a form, and are not read. */
function isOnlySigned({ elements, description }: FormDocument, quoted: readonly Quoted[]): boolean {
  const shown = new Set(quoted.flatMap(({ kind, span }) => (kind === "shown" ? span.from : [])));
  const questions = elements.flatMap((element) => (element.kind === "question" ? element.question : []));
  return description !== undefined && questions.every(({ span }) => shown.has(span.from));
}

function noQuestions(source: string): Problem {
  return { code: "no_questions", span: { from: 0, to: source.length } };
}

/** @param titles of pages that the form does not have */
function listQuoted(
  { comments, unread, lists, headings, elements }: FormDocument,
  titles: readonly Span[],
): Quoted[] {
  const brackets = elements.flatMap((element) =>
    element.kind === "question" && element.question.bracketList ? element.question.bracketList : [],
  );
  return [
    ...comments.map((span) => ({ kind: "comment" as const, span })),
    ...[...unread, ...titles].map((span) => ({ kind: "unread" as const, span })),
    ...headings.map((span) => ({ kind: "heading" as const, span })),
    ...lists.map((span) => ({ kind: "list" as const, span })),
    ...brackets.map((span) => ({ kind: "bracket" as const, span })),
  ].toSorted((a, b) => a.span.from - b.span.from);
}

/** Puts fields on pages, and gives ids. */
class PageBuilder {
  readonly #text: (value: string) => LocalizedText;
  readonly #pages: { id: string; title?: LocalizedText; fields: object[]; span?: Span }[] = [];
  readonly #ids = new Set<string>();
  readonly #questions: { readonly id: string; readonly from: number }[] = [];
  #count = 0;

  constructor(text: (value: string) => LocalizedText) {
    this.#text = text;
  }

  /** @returns what of an element makes no field */
  add(element: Element, words: Words): readonly Problem[] {
    if (element.kind === "page") this.#page(element.title, element.span);
    else if (element.kind !== "question")
      this.#display(element.kind === "section" ? "section" : "statement", element);
    else {
      const { draft, problems } = makeField(element.question, words);
      const id = this.#push(localizedField(draft, this.#text), draft.label);
      this.#questions.push({ id, from: element.question.span.from });
      return problems;
    }
    return [];
  }

  #page(title: string | undefined, span?: Span): void {
    this.#pages.push({
      id: `page_${this.#pages.length + 1}`,
      ...(title !== undefined && { title: this.#text(title) }),
      fields: [],
      ...(title !== undefined && span && { span }),
    });
  }

  #display(type: "section" | "statement", { label, help }: { label: string; help?: string }): void {
    this.#push({ type, label: this.#text(label), ...this.#help(help) }, label);
  }

  /** Pages without fields are left out. */
  pages(): { fields: object[] }[] {
    return this.#pages.filter(({ fields }) => fields.length > 0).map(({ span: _, ...page }) => page);
  }

  titlesWithoutFields(): Span[] {
    return this.#pages.flatMap(({ fields, span }) => (fields.length === 0 && span ? span : []));
  }

  /** Adds the id of the last question that begins before the problem ends. */
  withField(problem: Problem): Problem {
    const { code, span } = problem;
    if (code === "setting_unread") return problem;
    const field = this.#questions.findLast(({ from }) => from <= span.from)?.id;
    return field === undefined ? problem : { ...problem, field };
  }

  #push(field: object, label: string): string {
    if (this.#pages.length === 0) this.#page(undefined);
    this.#count++;
    const id = newIdFrom(label.slice(0, limits.localized_text_length.max), `field_${this.#count}`, this.#ids);
    this.#pages.at(-1)!.fields.push({ id, ...field });
    return id;
  }

  #help(help: string | undefined): object {
    return help === undefined ? {} : { description: this.#text(help) };
  }
}
