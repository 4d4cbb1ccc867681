/** Judges the cases of kind pages: a list that is read page by page, in its order, with its filters. */
import type { Engine } from "../behaviour/engine.ts";
import {
  type ExpectedItems,
  type FilledList,
  fillList,
  findExpectedItems,
  listTriedValues,
} from "../behaviour/lists/filled-list.ts";
import { findMaker, isOwnList } from "../behaviour/lists/supply.ts";
import { findLimit, type Walk, walk } from "../behaviour/lists/walk.ts";
import type { FilterRule, PagesRule } from "../cases/behaviour.ts";
import type { PageCase } from "../cases/behaviour-cases.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../cases/edits.ts";
import { passesFilter } from "../cases/filters.ts";
import { PreconditionError, requireDeclared } from "../results/precondition-error.ts";
import { held, unverified, type Verdict } from "../results/verdict.ts";
import type { KindOfBehaviour } from "./kind-of-behaviour.ts";

/** A case about pages and a list with items. */
interface PageTrial {
  readonly each: PageCase;
  readonly engine: Engine;
  readonly rule: PagesRule;
  readonly list: FilledList;
}

export const pages: KindOfBehaviour<PageCase> = {
  // The first case fills the list and reads it, in large and in small pages.
  cost: ({ check }) =>
    ({ "every-item-once": 9, filter: 8, limit: 3, total: 1, "stable-order": 3, "forged-cursor": 2 })[check],
  hooks: ({ tool }, { pages, ...rules }) => {
    const { first, items } = pages[tool]!;
    return findMaker({ pages, ...rules }, { ...first, items }) === undefined ? ["respond"] : [];
  },
  when: ({ tool }, rules) => (isOwnList(rules, rules.pages[tool]!.first) ? "any" : "quiet"),
  async verdict(each, engine) {
    const rule = engine.rules.pages[each.tool]!;
    const trial = { each, engine, rule, list: await fillList(engine, each.tool) };
    const verdict = await (each.check === "filter"
      ? filterVerdict(trial, rule.filters[each.filter]!)
      : verdicts[each.check](trial));
    return verdict.status === "failed" && (await trial.list.isMovedByOthers()) ? moved : verdict;
  },
};

const moved = unverified("shared", "the list changes between two readings without a call of the run");

const verdicts = {
  "every-item-once": everyItemOnce,
  "stable-order": stableOrder,
  total: totalVerdict,
  limit: limitVerdict,
  "forged-cursor": forgedCursor,
};

/** The most full pages that are read, so that the last page of a long list is not read for every size. */
const mostFullPages = 20;
/** The number of pages that are read to check a filter or a default. */
const enoughPages = 2;

function walkFrom(
  { engine, each, rule, list: { account } }: PageTrial,
  input: Json,
  limit?: number,
  first?: number,
): Promise<Walk> {
  return walk(engine, each.tool, rule, { input, account, limit, first });
}

async function readSmall({ list }: PageTrial): Promise<Walk> {
  return list.read(await list.smallPage());
}

async function everyItemOnce(trial: PageTrial): Promise<Verdict> {
  const { list, rule } = trial;
  const small = await readSmall(trial);
  const twice = small.ids.find((id, index) => small.ids.indexOf(id) !== index);
  if (twice !== undefined)
    return wrong(trial, small, "every item is on one page", `${text(twice)} is on two pages`);
  const large = await list.read(rule.limit?.max);
  const lost = [...list.made, ...large.ids].find((id) => !small.ids.includes(id));
  if (lost !== undefined) return wrong(trial, small, "every item is on a page", `${text(lost)} is on none`);
  return small.ids.length >= list.least
    ? fullPagesVerdict(trial, small.ids.length)
    : wrong(trial, small, `at least ${list.least} items, which were created`, `${small.ids.length} items`);
}

/** Checks that an exactly full last page is still the last one, and that no item is missing. */
async function fullPagesVerdict(trial: PageTrial, count: number): Promise<Verdict> {
  const { min = 1, max = count } = trial.rule.limit ?? { max: 0 };
  const sizes = Array.from({ length: Math.min(max, count) }, (_, index) => index + 1);
  const size = sizes.findLast((each) => each >= min && count % each === 0 && count / each <= mostFullPages);
  if (size === undefined) return held;
  const read = await trial.list.read(size);
  if (read.ids.length === count && read.pages.length === count / size) return held;
  const got = `${read.ids.length} items on ${read.pages.length} pages`;
  return wrong(trial, read, `${count} items on full pages of ${size}`, got, read.pages.length - 1);
}

/** Compares the order with an earlier reading, and with a new reading in pages of another size. */
async function stableOrder(trial: PageTrial): Promise<Verdict> {
  const { list, rule } = trial;
  const first = await readSmall(trial);
  const again = await walkFrom(trial, list.input, 1 + (await list.smallPage()));
  for (const other of [await list.read(rule.limit?.max), again]) {
    const place = first.ids.findIndex((id, index) => id !== other.ids[index]);
    if (place < 0 && first.ids.length === other.ids.length) continue;
    const got = `item ${place + 1} was ${text(first.ids[place])}, and is ${text(other.ids[place])}`;
    return wrong(trial, other, "the same order each time, for all page sizes", got);
  }
  return held;
}

async function totalVerdict(trial: PageTrial): Promise<Verdict> {
  const small = await readSmall(trial);
  const count = small.ids.length;
  const page = small.pages.findIndex(({ total }) => total !== count);
  if (page < 0) return held;
  const got = `page ${page + 1} says ${text(small.pages[page]!.total)}`;
  return wrong(trial, small, `a total of ${count}, the number of items`, got, page);
}

async function limitVerdict(trial: PageTrial): Promise<Verdict> {
  const { list, rule } = trial;
  const { limit } = rule;
  const one = limit === undefined ? 1 : findLimit(limit, 1);
  const most = limit?.max ?? 100;
  const reads = [
    [one, await walkFrom(trial, list.input, one, 1)],
    [await list.smallPage(), await readSmall(trial)],
    [most, await list.read(most)],
  ] as const;
  for (const [most, read] of reads) {
    const page = read.pages.findIndex(({ size }) => size > most);
    const got = `page ${page + 1} has ${read.pages[page]?.size}`;
    if (page >= 0) return wrong(trial, read, `at most ${most} items on a page`, got, page);
  }
  return limit === undefined ? held : defaultVerdict(trial, limit.argument, 1);
}

async function forgedCursor(trial: PageTrial): Promise<Verdict> {
  const { engine, each, list } = trial;
  const place = requireDeclared(trial.rule.cursor);
  const [cursor] = (await readSmall(trial)).cursors;
  if (typeof cursor !== "string")
    throw new PreconditionError("unobserved", "the list has no second page, so there is no cursor");
  for (const forged of listForgedCursors(cursor)) {
    const input = applyEdits(list.input, [{ set: place, to: forged }]);
    const called = await engine.calls.call({ tool: each.tool, input }, { account: list.account });
    if (called.outcome.is !== "success") continue;
    return engine.verdicts.failed(`a refusal of the cursor ${text(forged)}, which no page returned`, called);
  }
  return held;
}

/**
 * Lists forged cursors: one with a changed character in the middle, and one without its second half. The end is not changed: the
 * last character of base64 has unused bits, so two texts can be the same cursor.
 */
function listForgedCursors(cursor: string): string[] {
  const middle = Math.floor(cursor.length / 2);
  const other = cursor[middle] === "A" ? "B" : "A";
  return [
    `${cursor.slice(0, middle)}${other}${cursor.slice(middle + 1)}`,
    ...(cursor.length > 4 ? [cursor.slice(0, middle)] : []),
  ].filter((forged) => forged !== cursor);
}

/**
 * Checks that a filter applies to every page, and that each page has the right total. A server may compute the total only if there
 * are several pages, so the matching items are read in two pages if there are several.
 */
async function filterVerdict(trial: PageTrial, filter: FilterRule): Promise<Verdict> {
  const { engine, each, rule, list } = trial;
  const all = await list.read(rule.limit?.max);
  let tried = 0;
  for (const value of listTriedValues(filter, all.items)) {
    const input = applyEdits(list.input, [{ set: filter.argument, to: value }]);
    if (!engine.context.schemas.fits(each.tool, input)) continue;
    tried++;
    const expected = findExpectedItems(filter, value, all.items, rule, list);
    const { length } = expected.ids;
    const size = length < 2 ? rule.limit?.max : Math.max(2, Math.ceil(length / enoughPages));
    const read = await walkFrom(trial, input, size);
    const problem = findItemProblem(trial, filter, value, read, expected);
    if (problem !== undefined) return problem;
  }
  if (tried > 0) return await defaultVerdict(trial, filter.argument);
  throw new PreconditionError("unobserved", `no item has a value at ${filter.path} that the filter accepts`);
}

function findItemProblem(
  trial: PageTrial,
  filter: FilterRule,
  value: Json,
  read: Walk,
  { ids, least }: ExpectedItems,
): Verdict | undefined {
  const matches = `match ${filter.argument.slice(1)} ${text(value)}`;
  const foreign = read.items.find((item) => !passesFilter(filter, valueAt(item, filter.path), value));
  if (foreign !== undefined) {
    const got = `an item with ${text(valueAt(foreign, filter.path))} at ${filter.path}`;
    return wrong(trial, read, `only items that ${matches}`, got);
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

/** Checks that a missing argument has the default value of the schema. */
async function defaultVerdict(trial: PageTrial, argument: string, first = enoughPages): Promise<Verdict> {
  const { engine, each, list } = trial;
  const tool = engine.context.cases.manifest.find(({ name }) => name === each.tool);
  const value = valueAt(tool?.inputSchema ?? null, `/properties${argument}/default`);
  if (value === undefined) return held;
  const walkWith = (edit: Edit) => walkFrom(trial, applyEdits(list.input, [edit]), undefined, first);
  const without = await walkWith({ remove: argument });
  const written = await walkWith({ set: argument, to: value });
  const describeWalk = ({ ids, pages }: Walk) => text([ids, pages.map(({ size }) => size)]);
  if (describeWalk(without) === describeWalk(written)) return held;
  const expected = `without ${argument.slice(1)} the same pages as with its default ${text(value)}`;
  return wrong(trial, without, expected, `${describeWalk(without)}, not ${describeWalk(written)}`);
}

function wrong({ engine }: PageTrial, read: Walk, expected: string, got: string, page = 0): Verdict {
  return engine.verdicts.failed(expected, read.pages[page]!.called, got);
}

function text(value: Json | undefined): string {
  return value === undefined ? "nothing" : JSON.stringify(value);
}
