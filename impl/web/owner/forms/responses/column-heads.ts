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

/** A way to sort by a column. @property isReversed whether `sort` in the address begins with `-` */
interface ColumnSort {
  readonly isReversed: boolean;
  readonly order: "ascending" | "descending";
  readonly text: "column_newest" | "column_oldest" | "column_up" | "column_down";
}

const VALUE_SORTS: readonly ColumnSort[] = [
  { isReversed: false, order: "ascending", text: "column_up" },
  { isReversed: true, order: "descending", text: "column_down" },
];

/** Without a sort in its address, the list begins with the latest response. */
const TIME_SORTS: readonly ColumnSort[] = [
  { isReversed: false, order: "descending", text: "column_newest" },
  { isReversed: true, order: "ascending", text: "column_oldest" },
];

/** Prepares the ways to sort by a column. A click on its head sorts by it, and the next click reverses the order. */
function sorting(formId: string, shown: ShownResponses, key: string, label: string) {
  const addressOf = (sort: string) => listAddress(formId, { ...shown, sort });
  const sorts = (key === "" ? TIME_SORTS : VALUE_SORTS).map(({ isReversed, order, text }) => {
    const sort = isReversed ? `-${key}` : key;
    return { text, order, address: addressOf(sort), isChosen: shown.sort === sort };
  });
  const chosen = sorts.find(({ isChosen }) => isChosen);
  const address = addressOf(shown.sort === key ? `-${key}` : key);
  return { label, address, order: chosen?.order, sorts };
}
