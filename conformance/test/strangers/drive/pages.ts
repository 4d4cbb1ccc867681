/** Lists page by page. A cursor is signed, and belongs to one person, one list, its filters and its order. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import * as z from "zod";
import type { Caller } from "./accounts.ts";
import { Refused } from "./refused.ts";

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

export const pageOf = {
  total: z.int().min(0).max(10_000_000),
  next_cursor: z.string().max(2000).optional().describe("Left out on the last page."),
};

/** Names a list with its filters, which are in any order. */
export const nameList = (list: string, { person }: Caller, wanted: object): readonly unknown[] => [
  list,
  person.email,
  Object.entries(wanted).toSorted(([one], [other]) => (one < other ? -1 : 1)),
];

type Position = readonly [key: string | number, id: string];

interface List<Item> {
  /** The person, the list, its filters and its order. */
  readonly name: readonly unknown[];
  readonly items: readonly Item[];
  readonly limit: number;
  readonly cursor: string | undefined;
  readonly descending?: boolean;
  keyOf(item: Item): string | number;
}

interface Page<Item> {
  readonly items: Item[];
  readonly total: number;
  readonly next_cursor?: string;
}

export function page<Item extends { readonly id: string | number }>(list: List<Item>): Page<Item> {
  const { items, limit, cursor, descending = false, keyOf } = list;
  const name = JSON.stringify(list.name);
  const positionOf = (item: Item): Position => [keyOf(item), String(item.id).padStart(20, "0")];
  const compare = (one: Position, other: Position) => (descending ? -1 : 1) * comparePositions(one, other);
  const sorted = items.toSorted((one, other) => compare(positionOf(one), positionOf(other)));
  const after = cursor === undefined ? undefined : openCursor(cursor, name);
  const rest = after === undefined ? sorted : sorted.filter((item) => compare(positionOf(item), after) > 0);
  const shown = rest.slice(0, limit);
  return {
    items: shown,
    total: items.length,
    ...(rest.length > limit && { next_cursor: makeCursor(positionOf(shown.at(-1)!), name) }),
  };
}

function comparePositions(one: Position, other: Position): number {
  const byKey =
    typeof one[0] === "string" ? one[0].localeCompare(String(other[0]), "en") : one[0] - Number(other[0]);
  return byKey || (one[1] < other[1] ? -1 : Number(one[1] > other[1]));
}

const signatureOf = (text: string, name: string): Buffer =>
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
  throw new Refused("invalid_cursor", "This is no cursor of this list. Leave it out to begin again.");
}
