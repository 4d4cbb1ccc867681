/** Makes operations of a sentence that was matched. */
import type {
  Choice,
  FieldProperties,
  FormField,
  FormOperation,
  FormStructure,
  Language,
  Warning,
} from "../../../../generated/types.ts";
import { translation } from "../../../texts/translate.ts";
import { newChoiceId } from "../../operations/new-id.ts";
import { divideEnding } from "../ending-texts.ts";
import { makeField } from "../fields/field.ts";
import { localizedField } from "../fields/localized-field.ts";
import { Coverage } from "../marks/coverage.ts";
import type { Problem } from "../marks/problem.ts";
import type { Span } from "../marks/span.ts";
import { readTokens } from "../marks/tokens.ts";
import { isClear } from "../questions/labels.ts";
import { readQuestion } from "../questions/question.ts";
import type { QuestionText } from "../questions/question-text.ts";
import { closingTime, openingTime } from "../settings.ts";
import { valueAt } from "../values.ts";
import { getWords, oneOf, type Words } from "../words.ts";
import type { EditName, EditWords, SlotName } from "./edit-words.ts";
import { type Match, slotText } from "./match.ts";
import { choicesNamed, colorNamed, type FieldNames, languageNamed, listChoices } from "./names.ts";

/** Why a sentence that was matched cannot be carried out. */
export type EditProblem =
  | { readonly kind: "unknown_field" | "unknown_choice"; readonly text: string }
  | { readonly kind: "several_fields"; readonly text: string; readonly fields: readonly string[] }
  | { readonly kind: "no_choices" | "beside_itself"; readonly field: string }
  | { readonly kind: "unclear_line" | "unclear_text"; readonly text: string }
  | { readonly kind: "line"; readonly problem: Problem };

export interface EditPlan {
  readonly operations: readonly FormOperation[];
  readonly warnings: readonly Warning[];
}

/** A form, and the language and names in which its sentences are read. */
export interface EditContext {
  readonly form: FormStructure;
  readonly names: FieldNames;
  readonly words: EditWords;
}

/** Plans the edit of a match. @returns undefined if a slot has unsuitable contents, so the sentence means something else */
export function makePlan(
  source: string,
  match: Match,
  context: EditContext,
): EditPlan | EditProblem | undefined {
  return new Planner(source, match, context).plan();
}

/** Whether the questions that a reading names are there. */
export function namesAreThere(source: string, { slots }: Match, { names }: EditContext): boolean {
  return [slots.field, slots.other_field].every(
    (span) => !span || names.findByName(slotText(source, span)).length > 0,
  );
}

/** Ends a plan: the sentence names a missing part. */
class Unclear extends Error {
  readonly problem: EditProblem;

  constructor(problem: EditProblem) {
    super(problem.kind);
    this.problem = problem;
  }
}

/** Ends a plan: the sentence is another one. */
class OtherSentence extends Error {}

class Planner {
  readonly #source: string;
  readonly #match: Match;
  readonly #form: FormStructure;
  readonly #names: FieldNames;
  readonly #words: EditWords;
  readonly #warnings: Warning[] = [];

  constructor(source: string, match: Match, { form, names, words }: EditContext) {
    this.#source = source;
    this.#match = match;
    this.#form = form;
    this.#names = names;
    this.#words = words;
  }

  plan(): EditPlan | EditProblem | undefined {
    try {
      const operations = this.#operations[this.#match.name]();
      return { operations, warnings: this.#warnings };
    } catch (error) {
      if (error instanceof Unclear) return error.problem;
      if (error instanceof OtherSentence) return undefined;
      throw error;
    }
  }

  readonly #operations: Readonly<Record<EditName, () => FormOperation[]>> = {
    add: () => [{ op: "add_field", field: this.#line() }],
    add_after: () => [{ op: "add_field", field: this.#line(), after: this.#field().id }],
    add_before: () => [{ op: "add_field", field: this.#line(), before: this.#field().id }],
    rename: () => [this.#change({ label: this.#text() })],
    remove: () => [{ op: "remove_field", id: this.#field().id }],
    require: () => [this.#change({ required: true })],
    make_optional: () => [this.#change({ required: false })],
    move_first: () => [this.#moveToEnd("before")],
    move_last: () => [this.#moveToEnd("after")],
    move_after: () => [this.#moveBeside("after")],
    move_before: () => [this.#moveBeside("before")],
    add_choice: () => [this.#addChoice()],
    remove_choice: () => [{ op: "remove_choice", field: this.#withChoices().id, id: this.#choice().id }],
    replace_choice: () => [
      { op: "change_choice", field: this.#withChoices().id, id: this.#choice().id, label: this.#text() },
    ],
    title: () => [{ op: "change_form", title: this.#text() }],
    description: () => [{ op: "change_form", description: this.#text() }],
    opening_date: () => [{ op: "change_form", settings: { opens_at: this.#moment(openingTime) } }],
    closing_date: () => [{ op: "change_form", settings: { closes_at: this.#moment(closingTime) } }],
    thanks: () => [{ op: "change_form", endings: this.#thanks() }],
    add_language: () => [this.#languages((all, named) => [...new Set([...all, named])])],
    remove_language: () => [this.#languages((all, named) => all.filter((each) => each !== named))],
    color: () => [{ op: "change_form", theme: { color: this.#color() } }],
  };

  #slot(name: SlotName): Span {
    const span = this.#match.slots[name];
    if (!span) throw new Error(`The sentence "${this.#match.name}" has no place for "${name}"`);
    return span;
  }

  #readText(name: SlotName): string {
    return slotText(this.#source, this.#slot(name));
  }

  /** A new text. Without quotes, what stands behind a comma or "and" could be another wish. */
  #text(): string {
    const { from, to } = this.#slot("text");
    const written = this.#source.slice(from, to);
    const text = this.#readText("text");
    if (text === written && !isPlainText(text, this.#words.language))
      throw new Unclear({ kind: "unclear_text", text });
    return text;
  }

  #field(slot: "field" | "other_field" = "field"): FormField {
    const text = this.#readText(slot);
    const [field, ...others] = this.#names.findByName(text);
    if (!field) throw new Unclear({ kind: "unknown_field", text });
    if (others.length > 0)
      throw new Unclear({
        kind: "several_fields",
        text,
        fields: [field, ...others].map((each) => this.#readLabel(each)),
      });
    return field;
  }

  #readLabel({ label }: { label: Choice["label"] }): string {
    return label[this.#form.default_language] ?? "";
  }

  #change(set: FieldProperties): FormOperation {
    return { op: "change_field", id: this.#field().id, set };
  }

  #withChoices(): FormField {
    const field = this.#field();
    if (listChoices(field).length === 0)
      throw new Unclear({ kind: "no_choices", field: this.#readLabel(field) });
    return field;
  }

  #addChoice(): FormOperation {
    const field = this.#withChoices();
    const label = this.#text();
    const taken = new Set("choices" in field ? field.choices.map(({ id }) => id) : []);
    const id = newChoiceId(label, `choice_${taken.size + 1}`, taken);
    return { op: "add_choice", field: field.id, choice: { id, label } };
  }

  #choice(): Choice {
    const text = this.#readText("choice");
    const [choice, ...others] = choicesNamed(this.#withChoices(), text);
    if (!choice || others.length > 0) throw new Unclear({ kind: "unknown_choice", text });
    return choice;
  }

  #moveToEnd(side: "before" | "after"): FormOperation {
    const { id } = this.#field();
    const others = this.#form.pages.flatMap(({ fields }) => fields).filter((field) => field.id !== id);
    const target = side === "before" ? others[0] : others.at(-1);
    return target ? { op: "move_field", id, [side]: target.id } : { op: "change_field", id, set: {} };
  }

  #moveBeside(side: "before" | "after"): FormOperation {
    const field = this.#field();
    const other = this.#field("other_field");
    if (field.id === other.id) throw new Unclear({ kind: "beside_itself", field: this.#readLabel(field) });
    return { op: "move_field", id: field.id, [side]: other.id };
  }

  /** A question as a line of form text. "Add a logo" is no question because it stands behind "add". */
  #line(): FieldProperties {
    const { from, to } = this.#slot("line");
    const text = withoutStop(this.#source.slice(from, to));
    const words = getWords(this.#words.language);
    const coverage = new Coverage(text);
    const question = readQuestion({ coverage, words }, { from: 0, to: text.length });
    if (!question) throw new Unclear({ kind: "unclear_line", text });
    const { draft, problems } = makeField(question, words);
    const [problem] = [...question.problems, ...problems];
    if (problem) throw new Unclear({ kind: "line", problem });
    if (!isSaidToBeQuestion(question, words)) throw new Unclear({ kind: "unclear_line", text });
    const unread = coverage.unread().map((span) => `"${coverage.slice(span)}"`);
    if (unread.length > 0)
      this.#warnings.push({ code: "not_understood", message: `Not in the form: ${unread.join(", ")}.` });
    const { default_language: language } = this.#form;
    return localizedField(draft, (value) => ({ [language]: value })) as FieldProperties;
  }

  #moment(readTime: typeof closingTime): string {
    const text = withoutStop(this.#readText("date"));
    const tokens = readTokens(text, { from: 0, to: text.length });
    const found = valueAt(tokens, 0, getWords(this.#words.language));
    const time = found?.to === tokens.length ? readTime(text, found.value) : undefined;
    if (time === undefined) throw new OtherSentence();
    return time;
  }

  #thanks() {
    const [first, ...others] = this.#form.endings ?? [];
    const { default_language: language } = this.#form;
    const { title, message } = divideEnding(this.#text());
    const usual = { id: "thanks", title: { [language]: translation(language, "en").say("thanks_title") } };
    const ending = {
      ...usual,
      ...first,
      ...(title !== undefined && { title: { [language]: title } }),
      ...(message !== undefined && { message: { [language]: message } }),
    };
    return [ending, ...others];
  }

  #languages(change: (all: Language[], named: Language) => Language[]): FormOperation {
    const named = languageNamed(withoutStop(this.#readText("language")), this.#words);
    if (named === undefined) throw new OtherSentence();
    return { op: "change_form", languages: change(this.#form.languages, named) };
  }

  #color(): string {
    const color = colorNamed(withoutStop(this.#readText("color")), this.#words);
    if (color === undefined) throw new OtherSentence();
    return color;
  }
}

function isSaidToBeQuestion(question: QuestionText, words: Words): boolean {
  const { isQuoted, hasStar, label, choices } = question;
  if (isQuoted) return true;
  const isSaid = hasStar || /[?？;]$/.test(label) || isClear(question, words);
  return isSaid && !SEVERAL_PARTS.test(label) && !choices.some(({ text }) => /\?|[.!]\s/.test(text));
}

/** Quotes, colons and ends of sentences within a text: it says more than a name. */
const SEVERAL_PARTS = /["“”„«»:¿]|[.!?;]\s/;

function isPlainText(text: string, language: Language): boolean {
  const tokens = readTokens(text, { from: 0, to: text.length });
  const words = getWords(language);
  const isJoined = tokens.some((_, at) => words.at(tokens, at, oneOf("joins.and")) !== undefined);
  return !isJoined && !/["“”„«»,;]/.test(text);
}

/** The sign that ends a sentence is no part of a question, a date or a name. */
function withoutStop(text: string): string {
  return text.replace(/[.!]$/, "");
}
