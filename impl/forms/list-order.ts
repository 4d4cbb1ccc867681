/** The orders of the list of forms. Each ends with the id, so forms with equal values stay in place from page to page. */
import { type RawBuilder, sql } from "kysely";

export const ORDERS = ["updated", "created", "title", "responses", "latest"] as const;

export interface FormOrder {
  /** The last change, the creation, the title, the number of verified responses, or the latest of them. */
  readonly by: (typeof ORDERS)[number];
  readonly direction: "asc" | "desc";
}

/** The forms that were changed last come first. */
export const LATEST_FIRST: FormOrder = { by: "updated", direction: "desc" };

export function isSameOrder(a: FormOrder, b: FormOrder): boolean {
  return a.by === b.by && a.direction === b.direction;
}

/** Writes an order for an address; empty: the usual one. */
export function writeOrder(order: FormOrder): string {
  return isSameOrder(order, LATEST_FIRST) ? "" : `${order.by}-${order.direction}`;
}

/** Reads an order from an address. Unknown ones are the usual one. */
export function readOrder(written: string | undefined): FormOrder {
  const [name, direction] = (written ?? "").split("-");
  const by = ORDERS.find((one) => one === name);
  if (by === undefined || (direction !== "asc" && direction !== "desc")) return LATEST_FIRST;
  return { by, direction };
}

/** Indexes hold the beginnings of titles only, because PostgreSQL limits the size of an entry. */
const TITLE_LENGTH = 100;

/**
 * The values that forms are sorted by. The first three are in indexes by owner. The last two are looked up for each form that the
 * account can access, in the totals and in the index of responses: their cost grows with these forms, not with responses.
 */
const VALUES: Readonly<Record<FormOrder["by"], RawBuilder<string | number>>> = {
  updated: sql`forms.updated_at`,
  created: sql`forms.created_at`,
  title: sql`substr(forms.title_folded, 1, ${sql.lit(TITLE_LENGTH)})`,
  responses: sql`coalesce((select verified from response_totals where form_id = forms.id), 0)`,
  latest: sql`coalesce((select submitted_at from live_responses where form_id = forms.id and status = 'verified'
    order by submitted_at desc limit 1), '')`,
};

/** The value that a form is sorted by. Forms without a response have an empty time. */
export function sortValue({ by }: FormOrder): RawBuilder<string | number> {
  return VALUES[by];
}

/** The last form of the page before. */
export interface Position {
  readonly value: string | number;
  readonly id: string;
}

/** A condition: the form comes after a position. */
export function isAfter(order: FormOrder, { value, id }: Position): RawBuilder<boolean> {
  const sign = order.direction === "desc" ? sql`<` : sql`>`;
  return sql<boolean>`(${sortValue(order)}, forms.id) ${sign} (${value}, ${id})`;
}

/** Compares two positions as the databases do: texts by their bytes. */
export function comparePositions({ direction }: FormOrder, a: Position, b: Position): number {
  const ascending = compareValues(a.value, b.value) || compareValues(a.id, b.id);
  return direction === "desc" ? -ascending : ascending;
}

function compareValues(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return Buffer.compare(Buffer.from(`${a}`), Buffer.from(`${b}`));
}

/** Reads a position from a cursor; undefined: the cursor is for something else. */
export function readPosition(
  { by }: FormOrder,
  [value, id]: readonly (string | undefined)[],
): Position | undefined {
  if (value === undefined || id === undefined) return undefined;
  return { value: by === "responses" ? Number(value) : value, id };
}
