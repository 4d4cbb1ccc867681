/** Judges the order of lists: that which the spec says, and those that an argument selects. */
import type { Walk } from "../../behaviour/lists/walk.ts";
import { applyEdits, type Edit, type Json, valueAt } from "../../cases/edits.ts";
import { compareValues } from "../../cases/filters.ts";
import type { OrderRule } from "../../cases/rules/lists.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { isCursor } from "./cursors.ts";
import { moveItem } from "./moved-item.ts";
import { addNumbers } from "./numbers-apart.ts";
import { type PageTrial, text, walkFrom, wrong } from "./page-trial.ts";

type Order = OrderRule["orders"][number];

/** An index may be updated later. */
const mostLooks = 4;

/** The smallest pages that are read, and the most items of a list that is read so: of three equal items two are on different pages. */
const pair = 2;
const mostInPairs = 40;

/**
 * Checks that the items come in an order, each on one page, also where a page ends between items that are equal in it, and also after a
 * call has changed where an item belongs: it may be the order in which the items were made.
 */
export async function orderVerdict(trial: PageTrial, index: number): Promise<Verdict> {
  const { list, rule, each } = trial;
  const order = findOrder(trial, index);
  const all = await list.read(rule.limit?.max);
  const input = selectOrder(trial, order);
  const read = (limit: number | undefined) =>
    order.value === undefined ? list.read(limit) : walkFrom(trial, input, limit);
  const large = await read(rule.limit?.max);
  const small = await read(await list.smallPage());
  const { min = pair } = rule.limit ?? {};
  const finest = large.ids.length <= mostInPairs && min <= pair ? [await read(pair)] : [];
  for (const walked of [large, small, ...finest]) {
    const problem = findDisorder(walked, order) ?? findLost(walked, all);
    if (problem !== undefined) return wrong(trial, walked, each.must, problem, walked.pages.length - 1);
  }
  const apart = await numbersVerdict(trial, order, large);
  if (apart?.status === "failed") return apart;
  if (countValues(large, order) > 1) return movedVerdict(trial, order);
  if (apart !== undefined) return apart;
  throw new PreconditionError("unobserved", `all items are equal at ${order.path}`);
}

/** Checks the order of numbers where their texts come in another one; undefined if no such items can be made. */
async function numbersVerdict(trial: PageTrial, order: Order, { items }: Walk): Promise<Verdict | undefined> {
  const { rule, each, engine } = trial;
  const isOfNumbers = items.some((item) => typeof valueAt(item, order.path) === "number");
  const input = isOfNumbers && !engine.isBrief ? await addNumbers(trial, order.path) : undefined;
  if (input === undefined) return undefined;
  const read = await walkFrom(trial, selectOrder(trial, order, input), rule.limit?.max);
  const problem = findDisorder(read, order);
  if (problem !== undefined) return wrong(trial, read, each.must, problem, read.pages.length - 1);
  return countValues(read, order) > 1 ? held : undefined;
}

function countValues({ items }: Walk, { path }: Order): number {
  return new Set(items.map((item) => JSON.stringify(valueAt(item, path)))).size;
}

/** Checks the order once more after a call has changed an older item: it has another place, or the same one as before if its value stays. */
async function movedVerdict(trial: PageTrial, order: Order): Promise<Verdict> {
  const { rule, each, engine } = trial;
  const list = engine.isBrief ? undefined : await moveItem(trial, order.path);
  if (list === undefined) return held;
  for (let looks = 1; ; looks++) {
    const read = await walkFrom(trial, selectOrder(trial, order, list), rule.limit?.max);
    const problem = findDisorder(read, order);
    if (problem === undefined) return held;
    if (looks === mostLooks) return wrong(trial, read, each.must, problem, read.pages.length - 1);
    await engine.observer.waitForClockTick();
  }
}

/** Checks that a cursor of another order is refused, or leads to the rest of the list in the new order. */
export async function cursorWithOrder(trial: PageTrial, index: number): Promise<Verdict> {
  const { list, rule, engine, each } = trial;
  const order = findOrder(trial, index);
  const input = selectOrder(trial, order);
  const whole = await walkFrom(trial, input, rule.limit?.max);
  const others = (rule.order?.orders ?? []).filter((other) => other !== order);
  const sources = [list.input, ...others.map((other) => selectOrder(trial, other))];
  let tried = 0;
  for (const source of sources) {
    const first = await walkFrom(trial, source, await list.smallPage(), 2);
    const [cursor] = first.cursors;
    const begins = first.ids.every((id, place) => whole.ids[place] === id);
    // A list that begins in the same order has the same cursors.
    if (!isCursor(cursor) || begins) continue;
    tried++;
    const place = requireDeclared(rule.cursor);
    const limit = await list.smallPage();
    const rest = await tryWalk(trial, applyEdits(input, [{ set: place, to: cursor }]), limit);
    if (rest === undefined || isRest(rest, whole)) continue;
    const got = `the items ${rest.ids.slice(0, 3).map(text).join(", ")}`;
    return engine.verdicts.failed(each.must, rest.pages[0]!.called, got);
  }
  if (tried > 0) return held;
  throw new PreconditionError("unobserved", "no other order of the list has a second page");
}

function findOrder({ rule }: PageTrial, index: number): Order {
  return requireDeclared(rule.order?.orders[index]);
}

function selectOrder({ list, rule }: PageTrial, { value }: Order, input = list.input): Json {
  const { argument } = rule.order ?? {};
  const edits: Edit[] = argument === undefined || value === undefined ? [] : [{ set: argument, to: value }];
  return applyEdits(input, edits);
}

/** Reads a list from a cursor on; undefined if the server refuses the cursor. */
async function tryWalk(trial: PageTrial, input: Json, limit: number): Promise<Walk | undefined> {
  const { engine, each, list } = trial;
  const called = await engine.calls.call({ tool: each.tool, input }, { account: list.account });
  return called.outcome.is === "success" ? walkFrom(trial, input, limit) : undefined;
}

/** Whether a reading has the end of a list, in its order. */
function isRest(rest: Walk, whole: Walk): boolean {
  const end = whole.ids.slice(whole.ids.length - rest.ids.length);
  return rest.ids.every((id, place) => id === end[place]);
}

/** Describes an item that is on two pages, or on none. */
function findLost({ ids }: Walk, all: Walk): string | undefined {
  const twice = ids.find((id, place) => ids.indexOf(id) !== place);
  if (twice !== undefined) return `${text(twice)} is on two pages`;
  const lost = all.ids.find((id) => !ids.includes(id));
  return lost === undefined ? undefined : `${text(lost)} is on none`;
}

function findDisorder({ items }: Walk, { path, descending }: Order): string | undefined {
  const values = items.map((item) => valueAt(item, path)).filter((value) => value !== undefined);
  for (const [index, value] of values.entries()) {
    const next = values[index + 1];
    if (next === undefined || value === null || next === null) continue;
    const [low, high] = descending ? [next, value] : [value, next];
    if (isCertainlyHigher(low, high)) return `${text(next)} comes after ${text(value)}`;
  }
  return undefined;
}

/** Whether a value is higher by every usual order: servers sort letters by their codes, or as in a dictionary. */
function isCertainlyHigher(a: Json, b: Json): boolean {
  if (compareValues(a, b) <= 0) return false;
  const isWord = typeof a === "string" && typeof b === "string" && Number.isNaN(Date.parse(a));
  return !isWord || a.localeCompare(b, "en", { sensitivity: "base" }) > 0;
}
