import { limits } from "../../generated/limits.ts";
import type { FormField, FormStructure } from "../../generated/types.ts";
import {
  type AnswerField,
  type Answers,
  type FileField,
  type Given,
  isFileField,
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
  /** What is acceptable: of fields that are visible, of hidden fields, and of calculations. */
  readonly answers: Answers;
  /** Field id -> why its answer is not accepted; in the order of the form. */
  readonly problems: ReadonlyMap<string, Problem>;
  /** Ids of the fields whose condition holds. */
  readonly visible: ReadonlySet<string>;
}

/**
 * Checks everything that was given for a form: field by field, since conditions look back at the answers before them.
 * Fields that are hidden are not checked and their answers dropped; a field with a problem counts as not answered.
 * What was given under ids that the form does not have is ignored.
 */
export function checkAnswers(
  structure: FormStructure,
  given: Given,
  uploads: Uploads,
  now: Date,
): CheckedAnswers {
  const answers: Record<string, StoredAnswer> = Object.assign(
    Object.create(null),
    hiddenValues(structure, given),
  );
  const problems = new Map<string, Problem>();
  const visible = new Set<string>();
  for (const field of structure.pages.flatMap((page) => page.fields)) {
    if (field.visible_if && !holds(field.visible_if, answers)) continue;
    visible.add(field.id);
    const checked = checkField(field, given, uploads, now);
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

function hiddenValues({ hidden_fields = [] }: FormStructure, given: Given): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { id } of hidden_fields) {
    const value = givenFor(given, id);
    const text = typeof value === "string" ? cleanText(value, "one").slice(0, limits.answer_length.max) : "";
    if (text !== "") values[id] = text;
  }
  return values;
}

function checkField(field: FormField, given: Given, uploads: Uploads, now: Date): Checked<StoredAnswer> {
  if (!takesAnswer(field)) return undefined;
  const checked = isFileField(field)
    ? checkFiles(field, Object.hasOwn(uploads, field.id) ? uploads[field.id]! : [])
    : checkGiven(field, givenFor(given, field.id), now);
  return checked ?? (field.required ? problem(missingCode(field)) : undefined);
}

function checkGiven(
  field: Exclude<AnswerField, FileField>,
  given: unknown,
  now: Date,
): Checked<StoredAnswer> {
  if (field.type === "consent") return checkConsent(field, given);
  if (given === undefined || given === null) return undefined;
  switch (field.type) {
    case "short_text":
    case "long_text":
      return checkText(field, given);
    case "email":
      return checkEmail(field, given);
    case "phone":
      return checkPhone(field, given);
    case "url":
      return checkUrl(field, given);
    case "number":
      return checkNumber(field, given);
    case "date":
      return checkDate(field, given, now);
    case "time":
      return checkTime(field, given);
    case "datetime":
      return checkDatetime(field, given, now);
    case "single_choice":
    case "dropdown":
      return checkChoice(field, given);
    case "multiple_choice":
      return checkMultipleChoice(field, given);
    case "yes_no":
      return checkYesNo(field, given);
    case "rating":
      return checkRating(field, given);
    case "scale":
      return checkScale(field, given);
    case "nps":
      return checkNps(field, given);
    case "ranking":
      return checkRanking(field, given);
    case "matrix":
      return checkMatrix(field, given);
  }
}

/** What is said about a required field that was left empty. */
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

function givenFor(given: Given, id: string): unknown {
  return Object.hasOwn(given, id) ? given[id] : undefined;
}
