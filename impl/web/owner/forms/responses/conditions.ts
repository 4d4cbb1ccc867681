/** Filters by answer on the pages of responses: reads what was entered, and prepares what is shown. */
import { type AccessibleForm, loadStructure } from "../../../../forms/forms.ts";
import { readableForm } from "../../../../forms/structure/readable.ts";
import type { ReadColumns } from "../../../../responses/analysis/read-columns.ts";
import type { ShownList } from "../../../../responses/analysis/shown-list.ts";
import {
  type AnswerCondition,
  fitInAddress,
  MAX_CONDITIONS,
  readConditions,
  writeConditions,
} from "../../../../responses/conditions/condition.ts";
import { type ConditionEntry, readEntry } from "../../../../responses/conditions/entry.ts";
import {
  conditionMatcher,
  fitsQuestion,
  type MeetsConditions,
} from "../../../../responses/conditions/matcher.ts";
import { type QuestionFilters, questionFilters } from "../../../../responses/conditions/question-filters.ts";
import type { OwnerRequest } from "../../owner-pages.ts";
import { conditionText } from "../../views/forms/responses/condition-text.ts";
import type { ConditionsView } from "../../views/forms/responses/conditions.ts";
import { withoutReplaced } from "./column-heads.ts";
import { listAddress, type ShownResponses, toFilter, toSearch, toSort } from "./response-filter.ts";

/** Reads the list of responses that an address describes. */
export async function readList(
  request: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
  columns: ReadColumns,
): Promise<ShownList> {
  return {
    filter: toFilter(form.id, shown, request.t.zone),
    search: toSearch(shown),
    meetsConditions: await readMatcher(request, form, shown),
    sort: toSort(shown),
    columns,
  };
}

/** Prepares the conditions on answers; undefined: there are none. */
export async function readMatcher(
  request: OwnerRequest,
  form: AccessibleForm,
  { answers }: ShownResponses,
): Promise<MeetsConditions | undefined> {
  if (answers === "") return undefined;
  return conditionMatcher(await loadFilters(request, form), readConditions(answers));
}

async function loadFilters({ t, site }: OwnerRequest, form: AccessibleForm): Promise<QuestionFilters> {
  const structure = readableForm(await loadStructure(site.storage.db, form));
  return questionFilters(structure, {
    language: form.default_language,
    yes: t.say("yes"),
    no: t.say("no"),
    other: t.say("other"),
    number: (value) => t.number(value),
  });
}

/** The page whose responses are filtered. */
export type FilteredPage = "table" | "summary";

const BELOW = { table: "", summary: "/summary" } as const;

/** A page of responses as it is shown now. */
export interface FilteredList {
  readonly formId: string;
  readonly shown: ShownResponses;
  readonly page: FilteredPage;
}

/**
 * Returns the address of a page with one more filter; undefined: it would be too long. A filter that applies already is not added again.
 * @param replaced the filter that the new one replaces, as it stands in the address
 */
export function addressWith(
  condition: AnswerCondition,
  { formId, shown, page }: FilteredList,
  replaced?: string,
): string | undefined {
  const others = withoutReplaced(readConditions(shown.answers), replaced);
  const text = writeConditions([condition]);
  const isApplied = others.some((each) => writeConditions([each]) === text);
  const conditions = isApplied ? others : [...others, condition];
  if (!fitInAddress(conditions)) return undefined;
  return listAddress(formId, { ...shown, answers: writeConditions(conditions) }, { below: BELOW[page] });
}

/**
 * Prepares the filters by answer of a page.
 * @returns `changed`: the address that has the entered filter, too
 */
export async function readConditionsView(
  request: OwnerRequest,
  form: AccessibleForm,
  shown: ShownResponses,
  page: FilteredPage,
): Promise<
  { readonly view: ConditionsView; readonly questions: QuestionFilters } | { readonly changed: string }
> {
  const { c, t } = request;
  const questions = await loadFilters(request, form);
  const conditions = readConditions(shown.answers);
  const addressOf = (others: readonly AnswerCondition[], on = page) =>
    listAddress(form.id, { ...shown, answers: writeConditions(others) }, { below: BELOW[on] });
  const replaced = c.req.query("instead");
  const isFull = withoutReplaced(conditions, replaced).length >= MAX_CONDITIONS;
  const question = isFull ? undefined : questions.get(c.req.query("where") ?? "");
  const entry: ConditionEntry | undefined =
    question &&
    readEntry(question, t.language, {
      one: (name) => c.req.query(name),
      all: (name) => c.req.queries(name) ?? [],
    });
  const changed =
    entry?.condition && addressWith(entry.condition, { formId: form.id, shown, page }, replaced);
  if (changed !== undefined) return { changed };
  const settings = Object.entries({ ...shown, instead: (entry && replaced) ?? "" });
  const hidden = Object.fromEntries(settings.filter(([, value]) => value !== ""));
  const view: ConditionsView = {
    t,
    language: form.default_language,
    action: `/forms/${form.id}/responses${BELOW[page]}`,
    hidden,
    conditions: conditions.map((condition, at) => ({
      text: fitsQuestion(questions.get(condition.key), condition)
        ? conditionText(t, questions.get(condition.key)!, condition)
        : t.say("condition_unknown"),
      without: addressOf(conditions.toSpliced(at, 1)),
    })),
    questions: isFull ? [] : [...questions.values()],
    entered: entry &&
      question && { question, entry, isTooLong: entry.condition !== undefined, back: addressOf(conditions) },
    otherPage: addressOf(conditions, page === "table" ? "summary" : "table"),
    page,
  };
  return { view, questions };
}
