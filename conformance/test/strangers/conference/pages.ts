/** Lists page by page. A cursor is signed, and belongs to the list, its filters and its order. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import { Problem } from "./problem.ts";

const secret = randomBytes(32);

export const paging = {
  limit: z.int().min(1).max(50).default(20).describe("Items a page."),
  cursor: z
    .string()
    .min(1)
    .max(2000)
    .optional()
    .describe("next_cursor of the page before, with the same filters."),
};

export const nextCursor = z
  .string()
  .max(2000)
  .optional()
  .describe("Cursor of the next page; left out at the end.");

interface List<Item> {
  /** Names the list, with the account, the filters and the order. */
  readonly name: readonly unknown[];
  readonly items: readonly Item[];
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly descending?: boolean;
  keyOf(item: Item): string;
}

interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly next_cursor?: string;
}

export function page<Item extends { readonly id: string | number }>(list: List<Item>): Page<Item> {
  const { items, limit, cursor, descending = false, keyOf } = list;
  const name = JSON.stringify(list.name);
  const positionOf = (item: Item): Position => [keyOf(item), String(item.id).padStart(16, "0")];
  const compare = (one: Position, other: Position) =>
    (descending ? -1 : 1) * (one[0].localeCompare(other[0], "en") || (one[1] < other[1] ? -1 : 1));
  const sorted = items.toSorted((one, other) => compare(positionOf(one), positionOf(other)));
  const after = cursor === undefined ? undefined : openCursor(cursor, name);
  const rest =
    after === undefined
      ? sorted
      : sorted.filter((item) => positionOf(item)[1] !== after[1] && compare(positionOf(item), after) > 0);
  const shown = rest.slice(0, limit);
  return {
    items: shown,
    total: items.length,
    ...(rest.length > limit && { next_cursor: makeCursor(positionOf(shown.at(-1)!), name) }),
  };
}

type Position = readonly [key: string, id: string];

const signatureOf = (text: string, name: string) =>
  createHmac("sha256", secret).update(`${name}\n${text}`).digest().subarray(0, 16);

function makeCursor(position: Position, name: string): string {
  const text = JSON.stringify(position);
  return Buffer.concat([signatureOf(text, name), Buffer.from(text)]).toString("base64url");
}

function openCursor(cursor: string, name: string): Position {
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.subarray(16).toString();
  const isOurs =
    bytes.length > 16 &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(bytes.subarray(0, 16), signatureOf(text, name));
  if (isOurs) return JSON.parse(text);
  throw new Problem("invalid_cursor", "This is no cursor of this list. Leave it out to begin again.");
}
