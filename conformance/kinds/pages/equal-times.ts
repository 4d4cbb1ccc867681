/** Judges that items with equal times are each on one page, also where a page ends between them. */
import { whileClockStands } from "../../behaviour/clock.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import type { Walk } from "../../behaviour/lists/walk.ts";
import { valueAt } from "../../cases/edits.ts";
import { held, inapplicable, type Verdict } from "../../results/verdict.ts";
import { moved, type PageTrial, text, walkFrom, wrong } from "./page-trial.ts";

/** The approximate number of pages in which the list is read. */
const manyPages = 20;

/** @param times the places of times in an item */
export async function equalTimes(trial: PageTrial, times: readonly string[]): Promise<Verdict> {
  const { engine, each, rule, list } = trial;
  const source = { tool: each.tool, input: rule.first.input, items: rule.items };
  // Other cases have read the list of an entity, so this one gets another.
  const supply = await createSupply(engine, source, list.account);
  const before = await walkFrom(trial, supply.input, rule.limit?.max);
  const size = Math.max(rule.limit?.min ?? 1, Math.ceil(before.ids.length / manyPages));
  // A page of this size ends between two of them, wherever it begins.
  await whileClockStands(engine.hooks, engine.context.cases, () => supply.add(2 * size + 1));
  const large = await walkFrom(trial, supply.input, rule.limit?.max);
  // Without such items no list is wrong: the spec promises nothing about how fine its times are.
  if (!separatesEqual(large, times, size))
    return inapplicable(
      "no items with equal times lie on different pages; a hook clock that stops the time makes such items",
    );
  const small = await walkFrom(trial, supply.input, size);
  const got = findWrongItem(large, small);
  if (got === undefined) return held;
  const again = await walkFrom(trial, supply.input, rule.limit?.max);
  if (!haveSameItems(large, again)) return moved;
  return wrong(trial, small, `each item on one page of ${size}, also where several have the same time`, got);
}

/** Says which item is not on exactly one of the small pages. */
function findWrongItem(large: Walk, small: Walk): string | undefined {
  const twice = small.ids.find((id, index) => small.ids.indexOf(id) !== index);
  if (twice !== undefined) return `${text(twice)} is on two pages`;
  const lost = large.ids.find((id) => !small.ids.includes(id));
  return lost === undefined ? undefined : `${text(lost)} is on none`;
}

/** Whether two readings have the same items, in whatever order: others may add to the list or take from it. */
function haveSameItems(one: Walk, other: Walk): boolean {
  const ids = new Set(one.ids);
  return ids.size === new Set(other.ids).size && other.ids.every((id) => ids.has(id));
}

/** Whether items that are equal in all their times are on different pages of this size: the spec does not say which time orders the list. */
function separatesEqual({ items }: Walk, times: readonly string[], size: number): boolean {
  const pages = new Map<string, number>();
  return items.some((item, index) => {
    const values = times.map((place) => valueAt(item, place) ?? null);
    if (values.every((value) => value === null)) return false;
    const key = JSON.stringify(values);
    const page = pages.get(key) ?? Math.floor(index / size);
    pages.set(key, page);
    return page !== Math.floor(index / size);
  });
}
