/** Pages of a list. A cursor names the last item before it, and is signed with the list and its filters. */
import { createHmac, randomBytes } from "node:crypto";
import { has } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(16);

export interface Wanted {
  /** The name of the list and its filters. */
  readonly list: string;
  readonly size: number;
  readonly cursor?: string | undefined;
}

export function page<Row extends { readonly id: string }>(
  rows: readonly Row[],
  keyOf: (row: Row) => string,
  { list, size, cursor }: Wanted,
): { readonly items: readonly Row[]; readonly next_cursor: string | null } {
  const placeOf = (row: Row) => `${keyOf(row)}\n${row.id}`;
  const sorted = rows.toSorted((a, b) => (placeOf(a) < placeOf(b) ? -1 : 1));
  const last = cursor === undefined ? undefined : readCursor(cursor, list);
  const isBefore = (row: Row, place: string) =>
    has("page-skips-equal-names") ? keyOf(row) <= (place.split("\n")[0] ?? "") : placeOf(row) <= place;
  const from = last === undefined ? 0 : sorted.filter((row) => isBefore(row, last)).length;
  const items = sorted.slice(from, from + size);
  const end = items.at(-1);
  const isMore = end !== undefined && from + size < sorted.length;
  return { items, next_cursor: isMore ? writeCursor(placeOf(end), list) : null };
}

function sign(place: string, list: string): string {
  return createHmac("sha256", secret).update(`${list}\n${place}`).digest("base64url").slice(0, 16);
}

function writeCursor(place: string, list: string): string {
  return `${sign(place, list)}.${Buffer.from(place).toString("base64url")}`;
}

function readCursor(cursor: string, list: string): string {
  const [mac, text = ""] = cursor.split(".");
  const place = Buffer.from(text, "base64url").toString();
  if (mac !== sign(place, list)) throw new Refusal("bad_cursor", "The cursor is not one of this list.");
  return place;
}
