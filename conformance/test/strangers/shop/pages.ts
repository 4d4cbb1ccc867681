/** Lists page by page. A cursor is signed, and holds the place behind which the next page begins. */
import { createHmac, randomBytes } from "node:crypto";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(32);

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor: string | null;
}

/** An item and its place in the list, which stays when items around it come and go. */
export interface Placed<Item> {
  readonly place: number;
  readonly item: Item;
}

/**
 * One page of `matches`, by rising places. `list` names the list, its account and its filters: a cursor of another one is refused.
 */
export function paginate<Item>(
  matches: readonly Placed<Item>[],
  { limit, cursor }: PageRequest,
  list: readonly unknown[],
): Page<Item> {
  const name = JSON.stringify(list);
  const last = cursor === undefined ? Number.NEGATIVE_INFINITY : readCursor(cursor, name);
  const rest = matches.filter(({ place }) => place > last);
  const items = rest.slice(0, limit);
  const next = rest.length > limit ? writeCursor(items.at(-1)!.place, name) : null;
  return { items: items.map(({ item }) => item), total: matches.length, next_cursor: next };
}

function writeCursor(place: number, list: string): string {
  return Buffer.from(JSON.stringify([place, sign(place, list)])).toString("base64url");
}

function readCursor(cursor: string, list: string): number {
  try {
    const [place, signature] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as [number, string];
    if (typeof place === "number" && signature === sign(place, list)) return place;
  } catch {
    // Anything that is not JSON is no cursor of ours.
  }
  throw badCursor();
}

function sign(place: number, list: string): string {
  return createHmac("sha256", secret).update(`${place}\n${list}`).digest("base64url").slice(0, 22);
}

function badCursor(): Refusal {
  return new Refusal("bad_cursor", "The cursor is not one of this list. Start again without it.");
}
