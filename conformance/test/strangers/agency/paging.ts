/** Lists in pages. A cursor is the place of the last item, so items that are added or removed meanwhile move nothing. */
import { Refused } from "./refused.ts";

/** The value by which a list is ordered, and the number that tells items with the same value apart. */
type Place = readonly [value: string, order: number];

interface Listing<Item> {
  readonly list: string;
  readonly place: (item: Item) => Place;
  readonly newestFirst?: boolean;
}

interface Asked {
  readonly cursor?: string | undefined;
  readonly limit?: number | undefined;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export function page<Item>(items: readonly Item[], asked: Asked, listing: Listing<Item>): Page<Item> {
  const { list, place, newestFirst = false } = listing;
  const direction = newestFirst ? -1 : 1;
  const compare = (one: Place, other: Place) =>
    direction * (one[0].localeCompare(other[0], "en") || one[1] - other[1]);
  const sorted = [...items].sort((one, other) => compare(place(one), place(other)));
  const { cursor, limit = 20 } = asked;
  const after = cursor === undefined ? undefined : placeOf(list, cursor);
  const rest = after === undefined ? sorted : sorted.filter((item) => compare(place(item), after) > 0);
  const shown = rest.slice(0, limit);
  const last = shown.at(-1);
  const next_cursor = last !== undefined && rest.length > limit ? cursorOf(list, place(last)) : null;
  return { items: shown, total: items.length, next_cursor };
}

function cursorOf(list: string, place: Place): string {
  return Buffer.from(JSON.stringify([list, ...place])).toString("base64url");
}

function placeOf(list: string, cursor: string): Place {
  try {
    const [of, value, order] = JSON.parse(Buffer.from(cursor, "base64url").toString()) as unknown[];
    if (of === list && typeof value === "string" && typeof order === "number") return [value, order];
  } catch {
    // It is refused below.
  }
  throw new Refused("bad_cursor", `Use the next_cursor of the page before, of ${list}, or none.`);
}

export function includesText(texts: readonly (string | null)[], search: string | undefined): boolean {
  if (search === undefined) return true;
  return texts.some((text) => text?.toLowerCase().includes(search.toLowerCase()));
}
