/** Pages of lists. A cursor says after which entry the next page begins, and belongs to one list with its filters. */
import { createHash } from "node:crypto";
import { breaks } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface List<Item> {
  /** The list, its company and its filters. */
  readonly name: readonly unknown[];
  /** In the order in which they were made. */
  readonly items: Iterable<Item>;
  readonly fits: (item: Item) => boolean;
  readonly keyOf: (item: Item) => string | number;
  readonly descending?: boolean;
}

interface Entry<Item> {
  readonly item: Item;
  readonly key: string | number;
  readonly index: number;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next?: { readonly next_cursor: string };
}

export function readPage<Item>(list: List<Item>, { limit, cursor }: PageRequest): Page<Item> {
  const direction = list.descending ? -1 : 1;
  const entries = [...list.items]
    .map((item, index): Entry<Item> => ({ item, key: list.keyOf(item), index }))
    .filter(({ item }) => list.fits(item))
    .toSorted((one, other) => direction * compare(one, other));
  const digest = createHash("sha256").update(JSON.stringify(list.name)).digest("base64url").slice(0, 16);
  const last = cursor === undefined ? undefined : readCursor(cursor, digest);
  const rest = last === undefined ? entries : entries.filter((entry) => direction * compare(entry, last) > 0);
  const page = rest.slice(0, limit);
  const end = page.at(-1);
  return {
    items: page.map(({ item }) => item),
    total: entries.length,
    ...(end !== undefined && rest.length > limit && { next: { next_cursor: writeCursor(digest, end) } }),
  };
}

type Position = Pick<Entry<unknown>, "key" | "index">;

function compare(one: Position, other: Position): number {
  if (one.key !== other.key) return one.key < other.key ? -1 : 1;
  return breaks("same-day-lost") ? 0 : one.index - other.index;
}

function writeCursor(digest: string, { key, index }: Position): string {
  return Buffer.from(JSON.stringify([digest, key, index])).toString("base64url");
}

function readCursor(cursor: string, digest: string): Position {
  let content: unknown;
  try {
    content = JSON.parse(Buffer.from(cursor, "base64url").toString());
  } catch {
    content = undefined;
  }
  const [of, key, index] = Array.isArray(content) ? content : [];
  if (of !== digest || (typeof key !== "string" && typeof key !== "number") || typeof index !== "number")
    throw new Refusal(
      "invalid_cursor",
      "This cursor is not of this list with these filters. Leave it out to begin with the first page.",
    );
  return { key, index };
}

/** Whether each filter that is given has the item's value. */
export function matches<Item extends object>(item: Item, filters: Partial<Item>): boolean {
  return Object.entries(filters).every(
    ([name, value]) => value === undefined || item[name as keyof Item] === value,
  );
}

export function contains(text: string | undefined, part: string | undefined): boolean {
  return part === undefined || (text ?? "").toLowerCase().includes(part.toLowerCase());
}
