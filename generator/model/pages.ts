/** What a spec says of lists: their pages, their order and their filters. */
/** A list that comes page by page. */
export interface Pages {
  /** The argument with the cursor. Undefined: pages are read by `offset`. */
  readonly cursor?: string;
  /** The place of the next cursor. */
  readonly next?: string;
  /** The argument that says how many items to leave out at the start. */
  readonly offset?: string;
  /** JSON Pointer in the output to the items. */
  readonly items: string;
  /** JSON Pointer in an item to its id. */
  readonly id: string;
  /** JSON Pointer in the output to the number of items on all pages. */
  readonly total?: string;
  /** The argument with the largest number of items of a page. */
  readonly limit?: string;
  /** What selects items, by argument. */
  readonly filters: readonly Filter[];
  /** The order of the items. */
  readonly order?: ListOrder;
}

/** The order of a list, or the orders that an argument selects. */
export interface ListOrder {
  /** The argument that selects the order; absent: there is one. */
  readonly argument?: string;
  /** The orders. */
  readonly orders: readonly Order[];
}

/** An order of the items of a list. */
export interface Order {
  /** The value of the argument; undefined where there is none. */
  readonly value?: string;
  /** Place in an item. */
  readonly path: string;
  /** Whether the highest comes first. */
  readonly descending: boolean;
}

/** A list in one piece, with the arguments that select its items. */
export interface FilteredList {
  /** The list that all filters are about; empty if it is the output itself, or if there are several. */
  readonly items: string;
  /** The filters are about several lists. */
  readonly isMixed?: true;
  /** What selects items, by argument. */
  readonly filters: readonly Filter[];
}

/** An argument that selects items of a list. */
export interface Filter {
  /** The key in the spec. */
  readonly name: string;
  /** The argument that selects. */
  readonly argument: string;
  /** Place in an item; `*` is every entry of a list in it, one of which has to fit. */
  readonly path: string;
  /** Further places: it is enough that one of them fits. */
  readonly otherPaths?: readonly string[];
  /** How the value of an item relates to the argument. */
  readonly is: "equal" | "contains" | "similar" | "at-least" | "at-most" | "below";
  /** The time zone of a day as the argument. */
  readonly days?: string;
}
