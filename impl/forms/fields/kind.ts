/** The behaviour of one field type in the service; client-kind.ts is the half that browsers load. */
import type { DisplayField, FormField, Language, LocalizedText } from "../../../generated/types.ts";
import type { Html } from "../../platform/html.ts";
import type { SentenceKey, SentenceValues } from "../../texts/sentences/sentence.ts";
import type { Translation } from "../../texts/translate.ts";
import type { AnswerField, StoredAnswer } from "../answers/answer.ts";
import type { Checked, PlainProblem, Problem } from "../answers/problem.ts";
import type { SummaryWording, Tally } from "../answers/tallies/tally.ts";
import type { ClientRule } from "./client/client-rule.ts";
import type { FilterWording, QuestionFilter } from "./parts/filters.ts";
import type { FieldView } from "./parts/view.ts";
import type { Shows } from "./parts/wordings.ts";

export interface FieldKind<Field extends FormField = FormField> {
  /** The properties that not every field has. The type makes sure that none is missing. */
  readonly own: Readonly<
    Record<
      Exclude<keyof Field, "id" | "type" | "label" | "description" | "image" | "retired" | "visible_if">,
      true
    >
  >;
  /** Why no answer could fit, such as a lower bound above the upper one. */
  wrongBounds?(field: Field): readonly WrongBound[];
}

/** The place below the field, and the sentence about the problem there. */
export type WrongBound = readonly [path: string, key: SentenceKey, values: SentenceValues];

export interface DisplayKind extends FieldKind<DisplayField> {
  heading(label: LocalizedText, t: Translation, mentions: Shows): Html;
}

export interface QuestionKind<Field extends AnswerField = AnswerField> extends FieldKind<Field> {
  /** The problem of a required field that was left empty. */
  missing(field: Field): PlainProblem;
  /** The value of an untouched field; absent if there is no answer. */
  readonly untouched?: unknown;
  /** Checks an answer. @param input the typed or sent value, or the files; neither undefined nor null */
  check(field: Field, input: unknown, context: CheckContext): Checked<StoredAnswer>;
  /** A plausible answer, unchecked; undefined where none can be made up. @param email of the respondent */
  sample(field: Field, email: string): unknown;
  tally(field: Field, wording: SummaryWording): Tally;
  /** How owners filter responses by the answers to it. */
  filter(field: Field, wording: FilterWording): QuestionFilter;
  /** An answer in a sentence; absent: as it is, or the label of the choice. */
  words?(answer: string, t: Translation): string;
  /** The unchecked answer in the values of a page. */
  read(field: Field, values: EnteredValues): unknown;
  /** Whether several inputs answer it together; absent: one does. */
  isGroup?(field: Field): boolean;
  /** Whether its input says the same as its label, which is then for screen readers only. */
  isLabelRepeated?(field: Field, t: Translation): boolean;
  /** Returns hints that respondents need before they answer (WCAG 3.3.2). */
  hints?(view: Omit<FieldView<Field>, "aria">): readonly string[];
  input(view: FieldView<Field>): Html;
  /** Returns the checks for browsers. @param language the default language of the form */
  rules?(field: Field, say: (problem: Problem) => string, language: Language): readonly ClientRule[];
  /** The script that its input needs. */
  script?(field: Field): "ranking" | "uploads" | "signature" | "slider" | undefined;
  /** How much of an input of the page is kept; undefined: the field has no input of this name. */
  accepts(field: Field, name: string): InputLimits | undefined;
}

/** The context of the check of an answer. */
export interface CheckContext {
  readonly now: Date;
  /** The default language of the form. */
  readonly language: Language;
  /** The language of the page on which the answers were entered. */
  readonly pageLanguage: Language;
  /** Counts the steps of matching patterns: instructions for each character. */
  readonly work: { steps: number };
}

/** Entered values by the name of an input. */
export interface EnteredValues {
  /** The first value with this name. */
  get(name: string): string | undefined;
  all(name: string): readonly string[];
}

/** How much of an input is kept. */
export interface InputLimits {
  /** How many values; more are ignored. */
  readonly values: number;
  /** Code units of a value. A longer one is cut and ends with an ellipsis, which shows that it is not whole. */
  readonly length: number;
}
