/** Lists page by page. A cursor holds the place of the last item, and is signed for the account, the list and its filters. */
import { createHmac, randomBytes } from "node:crypto";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(32);

/** Items are ordered by a text, then by the number of their id. */
type Place = readonly [text: string, number: number];

export interface Listing<Item> {
  readonly items: Iterable<Item>;
  readonly fits: (item: Item) => boolean;
  readonly placeOf: (item: Item) => Place;
  readonly isDescending?: boolean;
  /** Account, name and filters of the list. */
  readonly scope: readonly unknown[];
}

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string;
}

export interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export function pageOf<Item>(listing: Listing<Item>, { limit, cursor }: PageRequest): Page<Item> {
  const { placeOf, isDescending, fits, scope } = listing;
  const direction = isDescending ? -1 : 1;
  const order = (one: Place, other: Place) => direction * compare(one, other);
  const matches = [...listing.items].filter(fits).sort((one, other) => order(placeOf(one), placeOf(other)));
  const last = cursor === undefined ? undefined : read(cursor, scope);
  const rest = last ? matches.filter((item) => order(placeOf(item), last) > 0) : matches;
  const items = rest.slice(0, limit);
  const hasMore = rest.length > items.length;
  return {
    items,
    total: matches.length,
    next_cursor: hasMore ? write(placeOf(items.at(-1)!), scope) : null,
  };
}

/** The number at the end of an id. */
export function numberOf(id: string): number {
  return Number(id.slice(id.indexOf("-") + 1));
}

function compare([one, first]: Place, [other, second]: Place): number {
  if (one !== other) return one < other ? -1 : 1;
  return first - second;
}

function sign(place: string, scope: readonly unknown[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([place, scope]))
    .digest("base64url");
}

function write(place: Place, scope: readonly unknown[]): string {
  const text = Buffer.from(JSON.stringify(place)).toString("base64url");
  return `${text}.${sign(text, scope)}`;
}

function read(cursor: string, scope: readonly unknown[]): Place {
  const [text = "", signature, ...more] = cursor.split(".");
  if (more.length > 0 || signature !== sign(text, scope))
    throw new Refusal("bad_cursor", "The cursor is not of this list. Leave it out to begin again.");
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Place;
}
