/** Lists page by page. A cursor is signed, and holds the number of the last item of its page. */
import { createHmac, randomBytes } from "node:crypto";
import { Refusal } from "@toolwright/runtime";
import { isBroken } from "./breaks.ts";

const secret = randomBytes(32);

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly next_cursor: string | null;
}

/**
 * One page of `matches`, by rising ranks. `list` names the list, its account and its filters: a cursor of another one is refused.
 */
export function paginate<Item>(
  matches: readonly Item[],
  rankOf: (item: Item) => number,
  { limit, cursor }: PageRequest,
  list: readonly unknown[],
): Page<Item> {
  const name = JSON.stringify(list);
  const last = cursor === undefined ? Number.NEGATIVE_INFINITY : readCursor(cursor, name);
  const after = matches.filter((item) => rankOf(item) > last);
  const rest = cursor !== undefined && isBroken("page-skips-one") ? after.slice(1) : after;
  const items = rest.slice(0, limit);
  const next = rest.length > limit ? writeCursor(rankOf(items.at(-1)!), name) : null;
  return { items, total: matches.length, next_cursor: next };
}

function writeCursor(rank: number, list: string): string {
  return `${rank}.${sign(rank, list)}`;
}

function readCursor(cursor: string, list: string): number {
  const rank = Number(cursor.split(".")[0]);
  if (cursor !== writeCursor(rank, list))
    throw new Refusal("bad_cursor", "The cursor is not one of this list. Start again without it.");
  return rank;
}

function sign(rank: number, list: string): string {
  return createHmac("sha256", secret).update(`${rank}\n${list}`).digest("base64url");
}
