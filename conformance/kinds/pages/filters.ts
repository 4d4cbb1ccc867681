/** Judges the cases about filters of lists: alone, on every page, and together. */
import type { Engine } from "../../behaviour/engine.ts";
import { type ExpectedItems, findExpectedItems } from "../../behaviour/lists/expected-items.ts";
import { listTriedValues } from "../../behaviour/lists/tried-values.ts";
import { readId, type Walk, walk } from "../../behaviour/lists/walk.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { listFilterPlaces, passesFilter, readFiltered } from "../../cases/filters.ts";
import type { FilterRule } from "../../cases/rules/lists.ts";
import { ifPossible, PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { defaultVerdict, enoughPages } from "./defaults.ts";
import { type ListTrial, type PageTrial, text, walkFrom, wrong } from "./page-trial.ts";

/** The number of pages in which the items of a filter are read, if there are enough. */
const severalPages = 3;

/** Returns the most values of a filter that are tried on many pages, with another filter, or with a cursor. */
export function mostValues({ isBrief }: Engine): number {
  return isBrief ? 1 : 2;
}

/** A filter with the value of its argument. */
interface Selection {
  readonly filter: FilterRule;
  readonly value: Json;
}

/**
 * Checks that a filter applies to every page, and that each page has the right total. A server may compute the total only if there
 * are several pages, so the matching items are read in two pages if there are several.
 */
export async function filterVerdict(trial: PageTrial, filter: FilterRule): Promise<Verdict> {
  const { rule, list } = trial;
  const all = await list.read(rule.limit?.max);
  const selections = listFitting(trial, filter, listTriedValues(filter, all.items));
  for (const selection of selections) {
    const { value } = selection;
    const expected = findExpectedItems(filter, value, all.items, rule, list);
    // A list that has a default for the filter does not show the items of other values.
    const length = Math.max(expected.ids.length, expected.least);
    const size = length < 2 ? rule.limit?.max : Math.max(2, Math.ceil(length / enoughPages));
    const reading = readSelected(trial, [selection], size);
    // A value that no item has may be that of nothing, which some servers refuse.
    const read = length === 0 ? await ifPossible(reading) : await reading;
    const problem = read && findItemProblem(trial, [selection], read, expected);
    if (problem !== undefined) return problem;
  }
  if (selections.length > 0) return await defaultVerdict(trial, filter.argument);
  throw new PreconditionError(
    "unobserved",
    `no item has a value at ${showPlaces(filter)} that the filter accepts`,
  );
}

/** Finds out whether a filter of a list that was read without it selects other items than those that fit. */
export async function findSelectionProblem(
  trial: ListTrial,
  filter: FilterRule,
  all: Walk,
): Promise<Verdict | undefined> {
  const { rule, engine } = trial;
  const selections = listFitting(trial, filter, listUsefulValues(filter, all.items));
  for (const selection of selections.slice(0, mostValues(engine))) {
    const ids = all.ids.filter((_, index) => passes(selection, all.items[index]!));
    const size = Math.max(rule.limit?.min ?? 1, Math.ceil(ids.length / enoughPages));
    const read = await readSelected(trial, [selection], size);
    const problem = findItemProblem(trial, [selection], read, { ids, least: 0 });
    if (problem !== undefined) return problem;
  }
  return undefined;
}

/** Checks a filter where items that it leaves out lie behind every page: a server may apply it to the first page, or to a page that it has cut. */
export async function everyPageVerdict(trial: PageTrial, filter: FilterRule): Promise<Verdict> {
  const { rule, list } = trial;
  const all = await list.read(rule.limit?.max);
  const suited = listFitting(trial, filter, listUsefulValues(filter, all.items)).flatMap((selection) => {
    const expected = findExpectedItems(filter, selection.value, all.items, rule, list);
    const { length } = expected.ids;
    const sizes = [Math.floor(length / severalPages), Math.ceil(length / enoughPages)];
    const size = sizes
      .map((each) => Math.max(rule.limit?.min ?? 1, each))
      .find((each) => isWhereItCounts(all.ids, expected.ids, each));
    return size === undefined ? [] : [{ selection, expected, size, pages: Math.ceil(length / size) }];
  });
  // A filter may end with the second page: values with more of them come first.
  suited.sort((a, b) => Math.min(b.pages, severalPages) - Math.min(a.pages, severalPages));
  for (const { selection, expected, size } of suited.slice(0, mostValues(trial.engine))) {
    const read = await readSelected(trial, [selection], size);
    const problem = findItemProblem(trial, [selection], read, expected);
    if (problem !== undefined) return problem;
  }
  if (suited.length > 0) return held;
  const name = filter.argument.slice(1);
  throw new PreconditionError(
    "unobserved",
    `for no value of ${name} do items that do not match it lie behind several pages of those that do`,
  );
}

/** Lists values that select several items first. */
function listUsefulValues(filter: FilterRule, items: readonly Json[]): Json[] {
  const values = [...listTriedValues(filter, items), ...listSharedWords(filter, items)];
  const count = (value: Json) => items.filter((item) => passes({ filter, value }, item)).length;
  return values.toSorted((a, b) => rank(count(b)) - rank(count(a)));

  /** Those that select half of the items come first. */
  function rank(matching: number): number {
    return Math.min(matching, items.length - matching);
  }
}

/** Lists words of texts, for filters that find a part of a text. */
function listSharedWords(filter: FilterRule, items: readonly Json[]): Json[] {
  if (filter.is !== "contains") return [];
  const texts = items
    .flatMap((item) => readFiltered(filter, item))
    .filter((each) => typeof each === "string");
  return [...new Set(texts.flatMap((each) => each.split(/\s+/).filter((word) => word.length > 1)))];
}

/**
 * Whether there are several pages, and behind the last item of each an item of the whole list that does not match. In a list that is
 * ordered by the place of the filter, they may all lie before the first page: then no later page can have them.
 */
function isWhereItCounts(all: readonly Json[], matching: readonly Json[], size: number): boolean {
  const ends = matching.filter((_, index) => index % size === size - 1 || index === matching.length - 1);
  const last = all.findLastIndex((id) => !matching.includes(id));
  const isBefore = last >= 0 && all.slice(0, last + 1).every((id) => !matching.includes(id));
  return ends.length >= enoughPages && (isBefore || ends.slice(0, -1).every((id) => all.indexOf(id) < last));
}

/** Checks that two filters together select the items that match both. The items of the first alone show which these are. */
export async function pairVerdict(trial: PageTrial, first: FilterRule, second: FilterRule): Promise<Verdict> {
  const { rule, list } = trial;
  const all = await list.read(rule.limit?.max);
  const most = mostValues(trial.engine);
  let tried = 0;
  for (const one of listFitting(trial, first, listUsefulValues(first, all.items))) {
    if (tried >= most * most) break;
    const alone = await walkFrom(trial, select(list.input, [one]), rule.limit?.max);
    if (alone.items.length < 2) continue;
    const isTelling = (other: Selection) =>
      all.items.some((item) => passes(other, item) && !passes(one, item));
    // Items that match the second filter only show that it does not turn the first one off.
    const others = listFitting(trial, second, listUsefulValues(second, alone.items))
      .filter(({ value }) => splits(second, value, alone.items))
      .toSorted((a, b) => Number(isTelling(b)) - Number(isTelling(a)));
    for (const other of others.slice(0, most)) {
      tried++;
      const fitting = alone.items.filter((item) => passes(other, item));
      const ids = rule.id === undefined ? [] : fitting.map((item) => readId(item, rule));
      const size = Math.max(rule.limit?.min ?? 1, Math.ceil(ids.length / enoughPages));
      const selections = [one, other];
      const read = await readSelected(trial, selections, size);
      const problem = findItemProblem(trial, selections, read, { ids, least: 0 });
      if (problem !== undefined) return problem;
    }
  }
  if (tried > 0) return held;
  const names = [first, second].map(({ argument }) => argument.slice(1)).join(" and ");
  throw new PreconditionError("unobserved", `no values of ${names} were found that select different items`);
}

/** Whether a filter leaves some of the items out. */
function splits(filter: FilterRule, value: Json, items: readonly Json[]): boolean {
  return !items.every((item) => passes({ filter, value }, item));
}

export function passes({ filter, value }: Selection, item: Json): boolean {
  return passesFilter(filter, item, value);
}

/** Describes what an item shows where a filter looks. */
export function describeFiltered(filter: FilterRule, item: Json): string {
  const values = readFiltered(filter, item);
  return `an item with ${text(values.length === 1 ? values[0] : values)} at ${showPlaces(filter)}`;
}

function showPlaces(filter: FilterRule): string {
  return listFilterPlaces(filter).join(" and ");
}

/** Lists the values that the schema of the tool allows. */
export function listFitting(
  { engine, each, list }: ListTrial,
  filter: FilterRule,
  values: readonly Json[],
): Selection[] {
  return values
    .map((value) => ({ filter, value }))
    .filter((selection) => engine.context.schemas.fits(each.tool, select(list.input, [selection])));
}

function select(input: Json, selections: readonly Selection[]): Json {
  return applyEdits(
    input,
    selections.map(({ filter, value }) => ({ set: filter.argument, to: value })),
  );
}

/** Reads the items that filters select, until one comes that does not match. */
function readSelected(
  { engine, each, rule, list }: ListTrial,
  selections: readonly Selection[],
  limit: number | undefined,
): Promise<Walk> {
  const isWanted = (item: Json) => selections.every((selection) => passes(selection, item));
  const input = select(list.input, selections);
  return walk(engine, each.tool, rule, { input, account: list.account, limit, isWanted });
}

function findItemProblem(
  trial: ListTrial,
  selections: readonly Selection[],
  read: Walk,
  { ids, least }: ExpectedItems,
): Verdict | undefined {
  const names = selections.map(({ filter, value }) => `${filter.argument.slice(1)} ${text(value)}`);
  const matches = `match ${names.join(" and ")}`;
  for (const selection of selections) {
    const foreign = read.items.find((item) => !passes(selection, item));
    if (foreign === undefined) continue;
    const got = describeFiltered(selection.filter, foreign);
    return wrong(trial, read, `only items that ${matches}`, got, findPage(read, foreign));
  }
  const lost = ids.find((id) => !read.ids.includes(id));
  if (lost !== undefined)
    return wrong(trial, read, `all items that ${matches}, on one of the pages`, `${text(lost)} is missing`);
  if (trial.rule.id === undefined) return undefined;
  const count = new Set(read.ids).size;
  if (count < Math.max(least, read.ids.length))
    return wrong(trial, read, `all items that ${matches}, each once, at least ${least}`, text(read.ids));
  const page = read.pages.findIndex(({ total }) => total !== count);
  if (trial.rule.total === undefined || page < 0) return undefined;
  const got = `the total is ${text(read.pages[page]?.total)}`;
  return wrong(trial, read, `a total of ${count}, the number of items that ${matches}`, got, page);
}

/** Finds the page that has an item. */
function findPage({ items, pages }: Walk, item: Json): number {
  const index = items.indexOf(item);
  const ends = pages.map((_, page) => pages.slice(0, page + 1).reduce((sum, { size }) => sum + size, 0));
  return ends.findIndex((end) => index < end);
}
