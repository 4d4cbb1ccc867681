/** Pages of the booking server: a cursor is signed, and belongs to its account, its list and its filters. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Refused } from "./calendar.ts";

const secret = randomBytes(32);
const sign = (text: string): string =>
  createHmac("sha256", secret).update(text).digest("base64url").slice(0, 22);

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor?: string;
}

/** One page of items, which stand in the order in which they were made. `list` names the list with its account and filters. */
export function cutPage<Item>(
  items: readonly Item[],
  idOf: (item: Item) => string,
  { list, limit, cursor }: { list: string; limit: number; cursor?: string | undefined },
): Page<Item> {
  let start = 0;
  if (cursor !== undefined) {
    const [position = "", id = "", signature = ""] = Buffer.from(cursor, "base64url").toString().split("|");
    const right = Buffer.from(sign(`${list}|${position}|${id}`));
    const given = Buffer.from(signature);
    if (right.length !== given.length || !timingSafeEqual(right, given))
      throw new Refused("invalid_cursor", "This cursor is not one of this list. Begin without a cursor.");
    const last = items.findIndex((item) => idOf(item) === id);
    start = last === -1 ? Math.min(Number(position), items.length) : last + 1;
  }
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const last = page.at(-1);
  if (last === undefined || end >= items.length) return { items: page, total: items.length };
  const text = `${end}|${idOf(last)}`;
  const next_cursor = Buffer.from(`${text}|${sign(`${list}|${text}`)}`).toString("base64url");
  return { items: page, total: items.length, next_cursor };
}
