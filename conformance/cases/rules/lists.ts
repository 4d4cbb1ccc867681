/** The rules about lists: their pages, filters and orders. */
import type { CallRule, Pointer } from "../call-rules.ts";
import type { Json } from "../edits.ts";

/** A list in pages, or in one piece with filters. */
export interface PagesRule {
  /** The place in the spec. */
  readonly at: string;
  /** The call of the first page. */
  readonly first: CallRule;
  /** The argument that takes the cursor; absent for a list in one piece. */
  readonly cursor?: Pointer;
  /** The cursor of the next page in the result: absent or null on the last page. Absent for a list in one piece. */
  readonly next?: Pointer;
  /** In place of a cursor: the argument that says how many items to leave out at the start. */
  readonly offset?: Pointer;
  /** The items in the result. */
  readonly items: Pointer;
  /** The id in an item; absent if the spec names none for a list in one piece. */
  readonly id?: Pointer;
  /** The number of items on all pages, in the result. */
  readonly total?: Pointer;
  /** The argument with the largest number of items of a page. */
  readonly limit?: { readonly argument: Pointer; readonly min?: number; readonly max?: number };
  /** Name of a filter -> its rule; empty if there are none. */
  readonly filters: Readonly<Record<string, FilterRule>>;
  /** The order of the items; absent if the spec promises none. */
  readonly order?: OrderRule;
}

/** The order of a list, or the orders that an argument selects. */
export interface OrderRule {
  /** The argument that selects the order; absent if the list has one order. */
  readonly argument?: Pointer;
  /** The orders, one for each value of the argument. */
  readonly orders: readonly {
    /** The value of the argument; absent where there is none. */
    readonly value?: string;
    /** The place in an item of a number, a time or a text. */
    readonly path: Pointer;
    readonly descending: boolean;
  }[];
}

/** Every item of a filtered list has a value at `path`, or at one of the other places, that the argument allows. */
export interface FilterRule {
  /** The argument with the wanted value. */
  readonly argument: Pointer;
  /** The place in an item; `*` is every entry of a list in it, one of which has to fit. */
  readonly path: Pointer;
  /** Further places in an item, one of which may have the value instead. */
  readonly otherPaths?: readonly Pointer[];
  /** `similar`: a search, which also finds items with other values. */
  readonly is: "equal" | "contains" | "similar" | "at-least" | "at-most" | "below";
  /** The time zone (`UTC`, `+02:00`) of arguments that are a day, which means the whole day. */
  readonly days?: string;
  /** The values that the argument can have, if there are few. */
  readonly values?: readonly Json[];
}
