/** Checks the answers to a form against its structure. */
import { limits } from "../../generated/limits.ts";
import type { FormField, FormStructure, Language } from "../../generated/types.ts";
import {
  type AnswerField,
  type Answers,
  type FileField,
  isFileField,
  type RawAnswers,
  type StoredAnswer,
  type StoredFile,
  takesAnswer,
} from "./answer.ts";
import { evaluate } from "./calculation.ts";
import { holds } from "./condition.ts";
import { checkChoice, checkConsent, checkMultipleChoice, checkRanking, checkYesNo } from "./fields/choice.ts";
import { checkEmail, checkPhone, checkUrl } from "./fields/contact.ts";
import { checkDate, checkDatetime, checkTime } from "./fields/date.ts";
import { checkFiles } from "./fields/file.ts";
import { checkMatrix } from "./fields/matrix.ts";
import { checkNps, checkNumber, checkRating, checkScale } from "./fields/number.ts";
import { checkText, cleanText } from "./fields/text.ts";
import { type Checked, type PlainProblem, type Problem, problem } from "./problem.ts";

/** Field id -> files uploaded for it. */
export type Uploads = Readonly<Record<string, readonly StoredFile[]>>;

export interface CheckedAnswers {
  /** The valid answers of visible fields, hidden fields and calculations. */
  readonly answers: Answers;
  /** Field id -> why its answer is not accepted; in the order of the form. */
  readonly problems: ReadonlyMap<string, Problem>;
  /** Ids of the fields whose condition holds. */
  readonly visible: ReadonlySet<string>;
}

/**
 * Checks all answers to a form, field by field, because conditions refer to earlier answers. Fields that are hidden
 * are not checked and their answers dropped; a field with a problem counts as not answered. Answers under ids that
 * the form does not have are ignored.
 */
export function checkAnswers(
  structure: FormStructure,
  rawAnswers: RawAnswers,
  uploads: Uploads,
  now: Date,
): CheckedAnswers {
  const answers: Record<string, StoredAnswer> = Object.assign(
    Object.create(null),
    hiddenValues(structure, rawAnswers),
  );
  const problems = new Map<string, Problem>();
  const visible = new Set<string>();
  for (const field of structure.pages.flatMap((page) => page.fields)) {
    if (field.visible_if && !holds(field.visible_if, answers)) continue;
    visible.add(field.id);
    const checked = checkField(field, rawAnswers, uploads, { now, language: structure.default_language });
    if (checked === undefined) continue;
    if ("problem" in checked) problems.set(field.id, checked.problem);
    else answers[field.id] = checked.answer;
  }
  for (const { id, expression } of structure.calculations ?? []) {
    const value = evaluate(expression, answers);
    if (value !== undefined) answers[id] = value;
  }
  return { answers, problems, visible };
}

function hiddenValues({ hidden_fields = [] }: FormStructure, rawAnswers: RawAnswers): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { id } of hidden_fields) {
    const value = rawAnswerTo(rawAnswers, id);
    const text = typeof value === "string" ? cleanText(value, "one").slice(0, limits.answer_length.max) : "";
    if (text !== "") values[id] = text;
  }
  return values;
}

/** What answers are checked against besides their field. */
interface Context {
  readonly now: Date;
  /** The default language of the form. */
  readonly language: Language;
}

function checkField(
  field: FormField,
  rawAnswers: RawAnswers,
  uploads: Uploads,
  context: Context,
): Checked<StoredAnswer> {
  if (!takesAnswer(field)) return undefined;
  const checked = isFileField(field)
    ? checkFiles(field, Object.hasOwn(uploads, field.id) ? uploads[field.id]! : [])
    : checkInput(field, rawAnswerTo(rawAnswers, field.id), context);
  return checked ?? (field.required ? problem(missingCode(field)) : undefined);
}

function checkInput(
  field: Exclude<AnswerField, FileField>,
  input: unknown,
  { now, language }: Context,
): Checked<StoredAnswer> {
  if (field.type === "consent") return checkConsent(field, input);
  if (input === undefined || input === null) return undefined;
  switch (field.type) {
    case "short_text":
    case "long_text":
      return checkText(field, input);
    case "email":
      return checkEmail(field, input);
    case "phone":
      return checkPhone(field, input, language);
    case "url":
      return checkUrl(field, input);
    case "number":
      return checkNumber(field, input);
    case "date":
      return checkDate(field, input, now);
    case "time":
      return checkTime(field, input);
    case "datetime":
      return checkDatetime(field, input, now);
    case "single_choice":
    case "dropdown":
      return checkChoice(field, input);
    case "multiple_choice":
      return checkMultipleChoice(field, input);
    case "yes_no":
      return checkYesNo(field, input);
    case "rating":
      return checkRating(field, input);
    case "scale":
      return checkScale(field, input);
    case "nps":
      return checkNps(field, input);
    case "ranking":
      return checkRanking(field, input);
    case "matrix":
      return checkMatrix(field, input);
  }
}

/** The problem of a required field that was left empty. */
export function missingCode(field: AnswerField): PlainProblem {
  switch (field.type) {
    case "single_choice":
    case "dropdown":
    case "multiple_choice":
    case "yes_no":
    case "rating":
    case "scale":
    case "nps":
      return "required_choice";
    case "consent":
      return "required_consent";
    case "ranking":
      return "ranking";
    case "matrix":
      return field.validation?.require_all_rows ? "matrix_rows" : "required_choice";
    case "file_upload":
      return "required_file";
    case "signature":
      return "required_signature";
    default:
      return "required";
  }
}

function rawAnswerTo(rawAnswers: RawAnswers, id: string): unknown {
  return Object.hasOwn(rawAnswers, id) ? rawAnswers[id] : undefined;
}
