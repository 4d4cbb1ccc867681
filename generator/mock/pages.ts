/** Cuts lists into pages, as a spec declares: filters, cursors, totals. */
import { hash } from "node:crypto";
import { type Json, passesFilter } from "@toolwright/conformance/cases";
import { canonical, pointerSteps } from "@toolwright/runtime/json";
import type { Model } from "../model/model.ts";
import type { Filter, ListOrder, Pages } from "../model/pages.ts";
import type { MockCall } from "./context.ts";
import type { Change } from "./instance-changes.ts";
import type { ListItem } from "./lists.ts";
import { codeLike, refuse } from "./refusals.ts";
import { firstAt, removeAt, setAt, valueIn } from "./values.ts";

/** Items on a page where the caller names no number. */
const defaultSize = 20;

export class Pager {
  readonly #model: Model;
  /** Maps a cursor to a number: the next page begins with the newest item older than this number. */
  readonly #issued = new Map<string, number>();

  constructor(model: Model) {
    this.#model = model;
  }

  /** The changes that put one page of the items into a result. `most` is how many the schema allows. */
  page(call: MockCall, pages: Pages, items: readonly ListItem[], most: number): Change[] {
    const { input } = call;
    const selected = sortItems(call, pages.order, selectItems(call, pages.filters, items));
    const before = this.#read(call, pages);
    const skipped = pages.offset === undefined ? 0 : Number(firstAt(input, pages.offset) ?? 0);
    const limit = pages.limit === undefined ? undefined : firstAt(input, pages.limit);
    const size = Math.min(typeof limit === "number" ? limit : defaultSize, most);
    const after = before === undefined ? selected : selected.filter(({ number }) => number < before);
    const rest = after.slice(skipped);
    const page = rest.slice(0, size);
    const last = page.at(-1);
    const next = rest.length > page.length && last ? this.#issue(call, last.number) : undefined;
    return [
      (result) => {
        setAt(result, pointerSteps(pages.items), structuredClone(page.map(({ item }) => item)));
        if (pages.total !== undefined) setAt(result, pointerSteps(pages.total), selected.length);
        if (pages.next === undefined) return;
        if (next !== undefined) setAt(result, pointerSteps(pages.next), next);
        else if (valueIn(result, pages.next) !== undefined) setAt(result, pointerSteps(pages.next), null);
      },
      // If the cursor cannot be null, remove it from the last page.
      (result) => {
        if (pages.next === undefined) return;
        const shown = valueIn(result, pages.next);
        if (next === undefined && typeof shown === "string") removeAt(result, pointerSteps(pages.next));
      },
    ];
  }

  #read(call: MockCall, { cursor }: Pages): number | undefined {
    if (cursor === undefined) return undefined;
    const text = firstAt(call.input, cursor);
    if (text === undefined || text === null) return undefined;
    const before = this.#issued.get(String(text));
    if (before === undefined || print(call, before) !== text)
      refuse(
        this.#model,
        codeLike(call.tool, /cursor|page/i),
        `The cursor at ${cursor} is not one that ${call.tool.name} returned to this account for these arguments. Leave it out for the first page.`,
      );
    return before;
  }

  #issue(call: MockCall, number: number): string {
    const text = print(call, number);
    this.#issued.set(text, number);
    return text;
  }
}

/** Returns the items that the arguments of a call select. */
export function selectItems(
  { input }: MockCall,
  filters: readonly Filter[],
  items: readonly ListItem[],
): ListItem[] {
  const used = filters.filter(({ argument }) => firstAt(input, argument) !== undefined);
  return items.filter(({ item }) =>
    used.every((filter) => passesFilter(filter, item as Json, firstAt(input, filter.argument))),
  );
}

/** Returns the items in the order that the spec declares, or that an argument asks for; `number` falls from item to item. */
function sortItems(
  { input }: MockCall,
  order: ListOrder | undefined,
  items: readonly ListItem[],
): readonly ListItem[] {
  const value = order?.argument === undefined ? undefined : firstAt(input, order.argument);
  const wanted = order?.orders.find((each) => each.value === value);
  if (wanted === undefined) return items;
  const direction = wanted.descending ? -1 : 1;
  const sorted = items.toSorted(
    (one, other) => direction * compare(valueIn(one.item, wanted.path), valueIn(other.item, wanted.path)),
  );
  if (sorted.every((item, index) => item === items[index])) return items;
  return sorted.map(({ item }, index) => ({ item, number: -index }));
}

function compare(one: unknown, other: unknown): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  const [a, b] = [String(one), String(other)];
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

/** A cursor is for one account, and for one selection. */
function print({ tool, caller, input }: MockCall, number: number): string {
  const { cursor, limit } = tool.behaviour.pages!;
  const selection = Object.entries(input).filter(([name]) => ![cursor, limit].includes(`/${name}`));
  return hash("sha256", canonical([tool.name, caller.account, selection.toSorted(), number])).slice(0, 32);
}
