/** Checks the answers to a form against its structure. */

import { limits } from "../../generated/limits.ts";
import type { FormField, FormStructure } from "../../generated/types.ts";
import { cleanText } from "../platform/clean-text.ts";
import type { Answers, RawAnswers, StoredAnswer, StoredFile } from "./answers/answer.ts";
import { conditionHolds, withResults } from "./answers/expression-trees.ts";
import { type Checked, type Problem, problem } from "./answers/problem.ts";
import { isFileField, takesAnswer } from "./fields/client/client-kinds.ts";
import type { CheckContext } from "./fields/kind.ts";
import { questionKind } from "./fields/kinds.ts";

/** Field id -> files uploaded for it. */
export type Uploads = Readonly<Record<string, readonly StoredFile[]>>;

export interface CheckedAnswers {
  /** The valid answers of visible fields, hidden fields and calculations. */
  readonly answers: Answers;
  /** Field id -> why its answer is not accepted; in the order of the form. */
  readonly problems: ReadonlyMap<string, Problem>;
  /** Ids of the fields whose condition holds. */
  readonly visible: ReadonlySet<string>;
  /** The number of steps for matching patterns, each about 10 ns. */
  readonly steps: number;
}

/**
 * Checks all answers to a form, field by field, because conditions refer to earlier answers. Fields that are hidden
 * are not checked and their answers dropped; a field with a problem counts as not answered. Answers under ids that
 * the form does not have are ignored. @param pageLanguage the language of the page on which they were entered
 */
export function checkAnswers(
  structure: FormStructure,
  rawAnswers: RawAnswers,
  uploads: Uploads,
  now: Date,
  pageLanguage = structure.default_language,
): CheckedAnswers {
  const answers: Record<string, StoredAnswer> = Object.assign(
    Object.create(null),
    hiddenValues(structure, rawAnswers),
  );
  const problems = new Map<string, Problem>();
  const visible = new Set<string>();
  const context = { now, language: structure.default_language, pageLanguage, work: { steps: 0 } };
  for (const field of structure.pages.flatMap((page) => page.fields)) {
    if (field.visible_if && !conditionHolds(field.visible_if, answers)) continue;
    visible.add(field.id);
    const checked = checkField(field, rawAnswers, uploads, context);
    if (checked === undefined) continue;
    if ("problem" in checked) problems.set(field.id, checked.problem);
    else answers[field.id] = checked.answer;
  }
  return { answers: withResults(structure, answers), problems, visible, steps: context.work.steps };
}

function hiddenValues({ hidden_fields = [] }: FormStructure, rawAnswers: RawAnswers): Record<string, string> {
  const values: Record<string, string> = {};
  for (const { id } of hidden_fields) {
    const value = ownValue(rawAnswers, id);
    const text = typeof value === "string" ? cleanText(value, "one").slice(0, limits.answer_length.max) : "";
    if (text !== "") values[id] = text;
  }
  return values;
}

function checkField(
  field: FormField,
  rawAnswers: RawAnswers,
  uploads: Uploads,
  context: CheckContext,
): Checked<StoredAnswer> {
  if (!takesAnswer(field)) return undefined;
  const kind = questionKind(field);
  const given = isFileField(field) ? uploads : rawAnswers;
  const input = ownValue<unknown>(given, field.id) ?? kind.untouched;
  const checked = input === undefined ? undefined : kind.check(field, input, context);
  return checked ?? (field.required ? problem(kind.missing(field)) : undefined);
}

function ownValue<T>(values: Readonly<Record<string, T>>, id: string): T | undefined {
  return Object.hasOwn(values, id) ? values[id] : undefined;
}
