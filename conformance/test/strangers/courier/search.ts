/** Lists in pages of newest or earliest items. A cursor says how the search was, and after which item to go on. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { breaks } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

const key = randomBytes(32);

interface Search<Item> {
  /** The company and the list, with its filters. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly descending: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
  orderOf(item: Item): string;
  fits(item: Item): boolean;
}

export function search<Item extends { readonly id: string }>({
  name,
  items,
  descending,
  limit,
  cursor,
  orderOf,
  fits,
}: Search<Item>) {
  const position = (item: Item) => `${orderOf(item)} ${item.id}`;
  const sorted = items.toSorted((one, other) => (position(one) < position(other) ? -1 : 1));
  if (descending) sorted.reverse();
  const after = cursor === undefined ? undefined : open(cursor, name);
  const isBeyond = (item: Item) =>
    after === undefined || (descending ? position(item) < after : position(item) > after);
  const fitting = sorted.filter(fits);
  const rest = (breaks("search-after-paging") ? sorted : fitting).filter(isBeyond);
  const page = rest.slice(0, limit);
  return {
    items: page.filter(fits),
    total: fitting.length,
    next_cursor: rest.length > limit ? seal(position(page.at(-1)!), name) : null,
  };
}

function seal(position: string, name: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(name));
  const text = Buffer.concat([cipher.update(position, "utf8"), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), text]).toString("base64url");
}

function open(cursor: string, name: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  try {
    if (bytes.length < 29 || bytes.toString("base64url") !== cursor) throw new Error("not one of ours");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12)).setAAD(Buffer.from(name));
    decipher.setAuthTag(bytes.subarray(12, 28));
    return decipher.update(bytes.subarray(28), undefined, "utf8") + decipher.final("utf8");
  } catch {
    throw new Refusal("invalid_cursor", "The cursor is broken, or of another search.");
  }
}
