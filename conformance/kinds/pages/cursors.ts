/** Judges the cases about cursors: a forged one, one with another filter, and one in another list. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import { createSupply } from "../../behaviour/lists/supply.ts";
import { listTriedValues } from "../../behaviour/lists/tried-values.ts";
import { readId } from "../../behaviour/lists/walk.ts";
import { applyEdits, type Json } from "../../cases/edits.ts";
import { valuesAt } from "../../cases/places.ts";
import type { FilterRule } from "../../cases/rules/lists.ts";
import { PreconditionError, requireDeclared } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { describeFiltered, listFitting, mostValues, passes } from "./filters.ts";
import { type PageTrial, readSmall, text, walkFrom } from "./page-trial.ts";

/** Values that leave out the items of every list. */
const farValues = ["9999-12-31T23:59:59Z", "9999-12-31", "1970-01-01T00:00:00Z", "1970-01-01"];

/** A text that only the server can make, or the number of a page or of an item, which everybody can count. */
type Cursor = string | number;

/** A cursor, the arguments of the page that returned it, and the items of the page that it leads to. */
interface KnownCursor {
  readonly cursor: Cursor;
  readonly input: Json;
  readonly items: readonly Json[];
}

export async function forgedCursor(trial: PageTrial): Promise<Verdict> {
  const { engine } = trial;
  const { cursor, input } = await readCursor(trial);
  if (typeof cursor === "number")
    return { status: "inapplicable", why: "the cursor is a number, which any caller may choose" };
  for (const { forged, isPart } of listForgedCursors(cursor)) {
    const called = await callWithCursor(trial, input, forged);
    if (called.outcome.is !== "success") continue;
    // A server that does not sign cursors cannot know that it did not return one that it can read. It must not begin anew at half of one.
    const beginsAnew = isPart && (await hasFirstItem(trial, called));
    if (!beginsAnew && (await isPageOfList(trial, called))) continue;
    return engine.verdicts.failed(`a refusal of the cursor ${text(forged)}, which no page returned`, called);
  }
  return held;
}

/** Checks that a cursor with another value of a filter is refused, or that what comes matches the new value. */
export async function cursorWithFilter(trial: PageTrial, filter: FilterRule): Promise<Verdict> {
  const { engine, rule, list } = trial;
  const all = await list.read(rule.limit?.max);
  const values = listFitting(trial, filter, [...listTriedValues(filter, all.items), ...farValues]);
  const unfiltered = await readCursor(trial);
  const cursors = [unfiltered, ...(await readFilteredCursors(trial, filter, values))];
  const most = mostValues(engine);
  let tried = 0;
  for (const { cursor, input, items } of cursors) {
    const others = values.filter((selection) => items.some((item) => !passes(selection, item)));
    for (const selection of others.slice(0, most)) {
      tried++;
      const other = applyEdits(input, [{ set: filter.argument, to: selection.value }]);
      const called = await callWithCursor(trial, other, cursor);
      const foreign = listItems(trial, called).find((item) => !passes(selection, item));
      if (foreign === undefined) continue;
      const expected = `a refusal of the cursor of another list, or items with ${filter.argument.slice(1)} ${text(selection.value)}`;
      const got = describeFiltered(filter, foreign);
      return engine.verdicts.failed(expected, called, got);
    }
  }
  if (tried > 0) return held;
  const why = `no value of ${filter.argument.slice(1)} leaves out items of a second page`;
  throw new PreconditionError("unobserved", why);
}

/** Reads cursors of filtered lists, if one has a second page. */
async function readFilteredCursors(
  trial: PageTrial,
  filter: FilterRule,
  values: readonly { readonly value: Json }[],
): Promise<KnownCursor[]> {
  const { list, rule, engine } = trial;
  for (const { value } of values.slice(0, mostValues(engine))) {
    const input = applyEdits(list.input, [{ set: filter.argument, to: value }]);
    const read = await walkFrom(trial, input, rule.limit?.min ?? 1, 2);
    const [cursor] = read.cursors;
    const size = read.pages[0]?.size ?? 0;
    if (isCursor(cursor)) return [{ cursor, input, items: read.items.slice(size) }];
  }
  return [];
}

/** Checks that a cursor in the list of another entity is refused, or shows nothing of its own list. */
export async function cursorOfAnotherList(trial: PageTrial): Promise<Verdict> {
  const { engine, each, rule, list } = trial;
  const { cursor, input } = await readCursor(trial);
  const { ids } = await readSmall(trial);
  const sourceOfOther = { tool: each.tool, input: rule.first.input, items: rule.items };
  const other = await createSupply(engine, sourceOfOther, list.account);
  if (JSON.stringify(other.input) === JSON.stringify(input))
    throw new PreconditionError("unobserved", "the run makes no other list");
  const called = await callWithCursor(trial, other.input, cursor);
  const foreign = listItems(trial, called).find((item) => ids.includes(readId(item, rule)));
  if (foreign === undefined) return held;
  return engine.verdicts.failed(
    "a refusal of the cursor of another list, or no item of that list",
    called,
    `${text(readId(foreign, rule))}, which is an item of that list`,
  );
}

async function readCursor(trial: PageTrial): Promise<KnownCursor> {
  const { list } = trial;
  const read = await readSmall(trial);
  const [cursor] = read.cursors;
  if (!isCursor(cursor))
    throw new PreconditionError("unobserved", "the list has no second page, so there is no cursor");
  const [first, second] = read.pages;
  const items = read.items.slice(first!.size, first!.size + (second?.size ?? 0));
  return { cursor, input: list.input, items };
}

export function isCursor(value: Json | undefined): value is Cursor {
  return typeof value === "string" || typeof value === "number";
}

function callWithCursor({ engine, each, rule, list }: PageTrial, input: Json, cursor: Json): Promise<Called> {
  const place = requireDeclared(rule.cursor);
  const call = { tool: each.tool, input: applyEdits(input, [{ set: place, to: cursor }]) };
  return engine.calls.call(call, { account: list.account });
}

/** Lists the items of a page; a refusal has none. */
function listItems({ rule }: PageTrial, called: Called): Json[] {
  return valuesAt(readStructured(called), `${rule.items}/*`).map(({ value }) => value);
}

/**
 * Lists forged cursors: one with a changed character in the middle, and one without its second half. The end is not changed: the
 * last character of base64 has unused bits, so two texts can be the same cursor.
 */
function listForgedCursors(cursor: string): { readonly forged: string; readonly isPart: boolean }[] {
  const middle = Math.floor(cursor.length / 2);
  const other = cursor[middle] === "A" ? "B" : "A";
  const changed = `${cursor.slice(0, middle)}${other}${cursor.slice(middle + 1)}`;
  const part = { forged: cursor.slice(0, middle), isPart: true };
  return [{ forged: changed, isPart: false }, ...(cursor.length > 4 ? [part] : [])];
}

/** Whether a page begins with the first item of the list that the case reads. */
async function hasFirstItem(trial: PageTrial, called: Called): Promise<boolean> {
  const { ids } = await readSmall(trial);
  const first = listItems(trial, called)[0];
  return first !== undefined && JSON.stringify(readId(first, trial.rule)) === JSON.stringify(ids[0]);
}

/** Whether a page shows only items of the list that the case reads. */
async function isPageOfList(trial: PageTrial, called: Called): Promise<boolean> {
  const { list, rule } = trial;
  const { items } = await list.read(rule.limit?.max);
  const ids = new Set(items.map((item) => JSON.stringify(readId(item, rule))));
  return listItems(trial, called).every((item) => ids.has(JSON.stringify(readId(item, rule))));
}
