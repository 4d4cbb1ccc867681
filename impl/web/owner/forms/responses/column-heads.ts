/** Prepares the heads of the table of responses: what sorts, filters and hides a column. */
import {
  type AnswerCondition,
  MAX_CONDITIONS,
  readConditions,
  writeConditions,
} from "../../../../responses/conditions/condition.ts";
import { showEntry } from "../../../../responses/conditions/entry.ts";
import { fitsQuestion } from "../../../../responses/conditions/matcher.ts";
import type { FilteredQuestion, QuestionFilters } from "../../../../responses/conditions/question-filters.ts";
import type { ColumnFilter, ColumnHead } from "../../views/forms/responses/view.ts";
import { listAddress, type ShownResponses } from "./response-filter.ts";

/** The list that the heads belong to. */
export interface HeadedList {
  readonly formId: string;
  readonly shown: ShownResponses;
  readonly questions: QuestionFilters;
}

/** Creates the head of the time, or of the address. @param key as in `sort` */
export function plainHead({ formId, shown }: HeadedList, key: "" | "@", label: string): ColumnHead {
  const days = listAddress(formId, { ...shown, from: "", to: "" });
  const filter = {
    without: shown.from === "" && shown.to === "" ? undefined : days,
    hidden: settings({ ...shown, from: "", to: "" }),
    answer: undefined,
  };
  return {
    ...sorting(formId, shown, key, label),
    // No question has such an id.
    id: key === "" ? "-time" : "-address",
    filter: key === "" ? filter : undefined,
    hide: undefined,
  };
}

/** Creates the head of a question. @param fields ids of the fields that the table shows */
export function questionHead(
  list: HeadedList,
  { key, field, label }: { readonly key: string; readonly field: string; readonly label: string },
  fields: readonly string[],
): ColumnHead {
  const { formId, shown, questions } = list;
  const question = questions.get(key);
  const columns = fields.filter((id) => id !== field).join();
  return {
    ...sorting(formId, shown, key, label),
    id: key.replace(".", "-"),
    filter: question && answerFilter(list, question),
    hide: columns === "" ? undefined : listAddress(formId, { ...shown, columns }),
  };
}

/** Prepares the filter of a question. One that applies is shown, and replaced; undefined: there is no room for another one. */
function answerFilter({ formId, shown }: HeadedList, question: FilteredQuestion): ColumnFilter | undefined {
  const conditions = readConditions(shown.answers);
  const present = conditions.find((one) => one.key === question.key && fitsQuestion(question, one));
  if (present === undefined && conditions.length >= MAX_CONDITIONS) return undefined;
  const others = writeConditions(conditions.filter((one) => one !== present));
  const instead: Readonly<Record<string, string>> = present ? { instead: writeConditions([present]) } : {};
  return {
    without: present && listAddress(formId, { ...shown, answers: others }),
    hidden: { ...settings(shown), ...instead, where: question.key },
    answer: { question, entry: showEntry(question, present) },
  };
}

/** Removes the condition that an entered one replaces. */
export function withoutReplaced(
  conditions: readonly AnswerCondition[],
  instead: string | undefined,
): readonly AnswerCondition[] {
  return conditions.filter((one) => writeConditions([one]) !== instead);
}

/** The settings of a list by the names of inputs, without those that are empty. */
function settings(shown: ShownResponses): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(shown).filter(([, value]) => value !== ""));
}

function sorting(formId: string, shown: ShownResponses, key: string, label: string) {
  const at = [key, `-${key}`].indexOf(shown.sort);
  const addressOf = (sort: string) => listAddress(formId, { ...shown, sort });
  // The latest response is first, so its order by time is descending.
  const order = at < 0 ? undefined : (at === 0) === (key === "") ? "descending" : "ascending";
  const texts =
    key === "" ? (["column_newest", "column_oldest"] as const) : (["column_up", "column_down"] as const);
  const sorts = texts.map((text, which) => ({
    text,
    address: addressOf(which === 0 ? key : `-${key}`),
    isChosen: at === which,
  }));
  return { label, address: addressOf(at === 0 ? `-${key}` : key), order, sorts } as const;
}
