/** Lists page by page. A cursor names the place after which the list goes on, and is signed for its practice, list and filters. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Problem } from "./problem.ts";

const secret = randomBytes(32);

/** A list is ordered by a text or a number, then the order in which the items were made. */
type Place = readonly [string | number, number];

export interface List<Item> {
  /** The practice, the list and the filters: a cursor is good for one of these. */
  readonly scope: readonly unknown[];
  readonly items: readonly Item[];
  readonly isDescending?: boolean;
  placeOf(item: Item): Place;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor?: string;
}

export function pageOf<Item>(list: List<Item>, limit: number, cursor: string | undefined): Page<Item> {
  const sign = list.isDescending ? -1 : 1;
  const compare = (one: Place, other: Place) => sign * comparePlaces(one, other);
  const sorted = list.items.toSorted((one, other) => compare(list.placeOf(one), list.placeOf(other)));
  const after = cursor === undefined ? undefined : readCursor(cursor, list.scope);
  const rest = after ? sorted.filter((item) => compare(list.placeOf(item), after) > 0) : sorted;
  const items = rest.slice(0, limit);
  return {
    items,
    total: sorted.length,
    ...(rest.length > items.length && { next_cursor: writeCursor(list.placeOf(items.at(-1)!), list.scope) }),
  };
}

function comparePlaces([one, first]: Place, [other, second]: Place): number {
  if (one !== other) return one < other ? -1 : 1;
  return first - second;
}

function signatureOf(body: string, scope: readonly unknown[]): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify([body, scope]))
    .digest()
    .subarray(0, 15);
}

function writeCursor(place: Place, scope: readonly unknown[]): string {
  const body = Buffer.from(JSON.stringify(place)).toString("base64url");
  return `${body}.${signatureOf(body, scope).toString("base64url")}`;
}

function readCursor(cursor: string, scope: readonly unknown[]): Place {
  const [body = "", signature = "", ...more] = cursor.split(".");
  const given = Buffer.from(signature, "base64url");
  const wanted = signatureOf(body, scope);
  const isOurs = more.length === 0 && given.length === wanted.length && timingSafeEqual(given, wanted);
  if (!isOurs)
    throw new Problem(
      "bad_cursor",
      "The cursor belongs to another list or other filters. Leave it out to begin with the first page.",
    );
  return JSON.parse(Buffer.from(body, "base64url").toString()) as Place;
}
