/** Lists by cursors: a cursor names its list with its filters, and the place after which the next page begins. */
import { refuse } from "./refused.ts";

/** Something with a place in the order of its list, which never changes. */
export interface Placed<Item> {
  readonly place: string;
  readonly item: Item;
}

interface Position {
  readonly list: string;
  readonly after: string;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly next_cursor: string | null;
}

/** Pages go up or down through the places. */
export function pageOf<Item>(
  items: readonly Placed<Item>[],
  { list, limit, cursor, down = false }: { list: object; limit: number; cursor?: string; down?: boolean },
): Page<Item> {
  const name = JSON.stringify(list);
  const follows = (place: string, other: string) => (down ? place < other : place > other);
  const after = cursor === undefined ? undefined : readPlace(cursor, name);
  const rest = items
    .filter(({ place }) => after === undefined || follows(place, after))
    .sort((one, other) => (follows(one.place, other.place) ? 1 : -1));
  const page = rest.slice(0, limit);
  const last = page.at(-1);
  const isMore = last !== undefined && rest.length > limit;
  return {
    items: page.map(({ item }) => item),
    next_cursor: isMore ? writeCursor({ list: name, after: last.place }) : null,
  };
}

const writeCursor = (position: Position): string =>
  Buffer.from(JSON.stringify(position)).toString("base64url");

function readPlace(cursor: string, list: string): string {
  const position = readCursor(cursor);
  if (position?.list !== list || typeof position.after !== "string")
    return refuse("This cursor does not belong to this list. Start again without one.");
  return position.after;
}

function readCursor(cursor: string): Position | undefined {
  try {
    const position: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString());
    return typeof position === "object" && position !== null ? (position as Position) : undefined;
  } catch {
    return undefined;
  }
}

/** The place of what was added as the so many-th. */
export const placeAt = (index: number): string => String(index).padStart(9, "0");
