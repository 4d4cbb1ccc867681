/** Lists page by page. A cursor has the place of the last item, and is signed for its list, filters and box office. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { breaks } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

const key = randomBytes(32);

export interface PageInput {
  readonly limit?: number;
  readonly cursor?: string;
}

/** A time or a number by which the list is ordered, and a number that no two items share. */
type Place = readonly [order: number, number: number];

interface List<Item> {
  /** What the cursor is for. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly descending?: boolean;
  readonly placeOf: (item: Item) => Place;
}

export function pageOf<Item>({ name, items, descending = false, placeOf }: List<Item>, input: PageInput) {
  const { limit = 20, cursor } = input;
  const direction = descending ? -1 : 1;
  const sorted = items.toSorted((one, other) => direction * compare(placeOf(one), placeOf(other)));
  const last = cursor === undefined ? undefined : open(cursor, name);
  const rest =
    last === undefined ? sorted : sorted.filter((item) => direction * compare(placeOf(item), last) > 0);
  const page = rest.slice(0, limit);
  const next_cursor = rest.length > limit ? seal(placeOf(page.at(-1)!), name) : null;
  return { page, next_cursor };
}

function compare(one: Place, other: Place): number {
  if (one[0] !== other[0]) return one[0] - other[0];
  return breaks("page-by-time-only") ? 0 : one[1] - other[1];
}

function signatureOf(place: string, name: string): Buffer {
  return createHmac("sha256", key).update(`${place}\n${name}`).digest();
}

function seal(place: Place, name: string): string {
  const text = place.join(" ");
  return `${Buffer.from(text).toString("base64url")}.${signatureOf(text, name).toString("base64url")}`;
}

function open(cursor: string, name: string): Place {
  const [place = "", signature = ""] = cursor.split(".");
  const text = Buffer.from(place, "base64url").toString();
  const given = Buffer.from(signature, "base64url");
  const wanted = signatureOf(text, name);
  const isIntact = given.length === wanted.length && timingSafeEqual(given, wanted);
  if (isIntact && cursor === `${Buffer.from(text).toString("base64url")}.${wanted.toString("base64url")}`) {
    const [order, number] = text.split(" ").map(Number);
    return [order!, number!];
  }
  throw new Refusal(
    "invalid_cursor",
    "The cursor is broken, or of another list or other filters. Start without a cursor.",
  );
}
