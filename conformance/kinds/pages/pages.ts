/** Judges the cases of kind pages: a list that is read page by page, in its order, with its filters. */
import { fillList, secondsToFill } from "../../behaviour/lists/filled-list.ts";
import { findMaker, isOwnList } from "../../behaviour/lists/list-rule.ts";
import { findLimit } from "../../behaviour/lists/walk.ts";
import type { PageCase } from "../../cases/result-cases.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { cursorOfAnotherList, cursorWithFilter, forgedCursor } from "./cursors.ts";
import { defaultVerdict } from "./defaults.ts";
import { equalTimes } from "./equal-times.ts";
import { everyPageVerdict, filterVerdict, pairVerdict } from "./filters.ts";
import { foundVerdict } from "./found.ts";
import { cursorWithOrder, orderVerdict } from "./orders.ts";
import { moved, type PageTrial, readSmall, text, walkFrom, wrong } from "./page-trial.ts";
import { sharedItems } from "./shared-items.ts";

/** Check -> the approximate number of its requests. */
const costs = {
  // The first case fills the list and reads it, in large and in small pages.
  "every-item-once": 9,
  "stable-order": 3,
  total: 1,
  limit: 3,
  filter: 8,
  found: 14,
  "every-page": 8,
  "two-filters": 16,
  "forged-cursor": 2,
  "cursor-with-filter": 6,
  "cursor-of-another-list": 3,
  "equal-times": 30,
  "shared-items": 80,
  order: 20,
  "cursor-with-order": 8,
} as const;

/** The costs if requests are limited: fewer values of filters are tried. */
const briefCosts = {
  "stable-order": 1,
  "equal-times": 120,
  "shared-items": 50,
  order: 6,
  "cursor-with-filter": 4,
  "every-page": 4,
  "two-filters": 5,
  found: 5,
};

export const pages: KindOfBehaviour<PageCase> = {
  cost: ({ check }) => costs[check],
  briefCost: ({ check }) => ({ ...costs, ...briefCosts })[check],
  hooks: ({ tool }, { pages, ...rules }) => {
    const { first, items } = pages[tool]!;
    return findMaker({ pages, ...rules }, { ...first, items }) === undefined ? ["respond"] : [];
  },
  names({ tool, check }, rules) {
    const { first, items } = rules.pages[tool]!;
    const maker = check === "shared-items" ? findMaker(rules, { ...first, items }) : undefined;
    return maker === undefined ? undefined : rules.entities[maker]?.sharedBy?.account.slice(1);
  },
  // A case that stops the clock, or lets time pass, runs alone.
  when(each, rules) {
    const { tool, check } = each;
    if (check === "found") return "any";
    const movesClock = check === "equal-times" || check === "shared-items" || secondsToFill(tool, rules) > 0;
    return !movesClock && isOwnList(rules, rules.pages[tool]!.first) ? "any" : "quiet";
  },
  seconds: ({ tool, check }, rules) => (check === "found" ? 0 : secondsToFill(tool, rules)),
  async verdict(each, engine) {
    const rule = engine.rules.pages[each.tool]!;
    if (each.check === "found") return foundVerdict(each, rule, engine);
    const trial = { each, engine, rule, list: await fillList(engine, each.tool) };
    const verdict = await judge(trial);
    return verdict.status === "failed" && (await trial.list.isMovedByOthers()) ? moved : verdict;
  },
};

function judge(trial: PageTrial): Promise<Verdict> {
  const { each, rule } = trial;
  switch (each.check) {
    case "filter":
      return filterVerdict(trial, rule.filters[each.filter]!);
    case "every-page":
      return everyPageVerdict(trial, rule.filters[each.filter]!);
    case "cursor-with-filter":
      return cursorWithFilter(trial, rule.filters[each.filter]!);
    case "two-filters":
      return pairVerdict(trial, rule.filters[each.filters[0]]!, rule.filters[each.filters[1]]!);
    case "order":
      return orderVerdict(trial, each.order);
    case "cursor-with-order":
      return cursorWithOrder(trial, each.order);
    case "equal-times":
      return equalTimes(trial, each.times);
    default:
      return verdicts[each.check](trial);
  }
}

const verdicts = {
  "every-item-once": everyItemOnce,
  "stable-order": stableOrder,
  total: totalVerdict,
  limit: limitVerdict,
  "forged-cursor": forgedCursor,
  "cursor-of-another-list": cursorOfAnotherList,
  "shared-items": sharedItems,
};

/** The most full pages that are read, so that the last page of a long list is not read for every size. */
const mostFullPages = 20;

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
  // By an offset without a total, only an empty page tells that there are no more.
  const pages = trial.rule.offset === undefined ? read.pages : read.pages.filter((page) => page.size > 0);
  if (read.ids.length === count && pages.length === count / size) return held;
  const got = `${read.ids.length} items on ${read.pages.length} pages`;
  return wrong(trial, read, `${count} items on full pages of ${size}`, got, read.pages.length - 1);
}

/** Compares the order of two readings in pages of different sizes, and with a new reading unless requests are limited. */
async function stableOrder(trial: PageTrial): Promise<Verdict> {
  const { list, rule } = trial;
  const first = await readSmall(trial);
  const size = 1 + (await list.smallPage());
  const again = trial.engine.isBrief ? [] : [await walkFrom(trial, list.input, size)];
  for (const other of [await list.read(rule.limit?.max), ...again]) {
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
