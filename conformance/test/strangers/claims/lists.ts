/** Lists in pages. A cursor says after which entry to go on, and is signed together with the list that it belongs to. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { breaks } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

export interface Paging {
  readonly limit: number;
  readonly cursor?: string;
}

interface List<Row, Key> {
  /** The agency and the tool, with filters and order. */
  readonly name: string;
  readonly rows: Iterable<Row>;
  readonly paging: Paging;
  readonly descending: boolean;
  readonly compare: (one: Key, other: Key) => number;
  readonly keyOf: (row: Row) => Key;
  readonly idOf: (row: Row) => string | number;
  readonly fits: (row: Row) => boolean;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next: { readonly next_cursor?: string };
}

interface Place<Key> {
  readonly key: Key;
  readonly id: string | number;
}

const secret = randomBytes(32);

export const ascending = <Key>(one: Key, other: Key): number => (one < other ? -1 : one > other ? 1 : 0);

export function pageOf<Row, Key>(list: List<Row, Key>): Page<Row> {
  const { name, rows, paging, descending, compare, keyOf, idOf, fits } = list;
  const direction = descending ? -1 : 1;
  const placeOf = (row: Row): Place<Key> => ({ key: keyOf(row), id: idOf(row) });
  const compareKeys = (one: Place<Key>, other: Place<Key>) => direction * compare(one.key, other.key);
  const comparePlaces = (one: Place<Key>, other: Place<Key>) =>
    compareKeys(one, other) || direction * ascending(one.id, other.id);
  const all = [...rows].filter(fits).sort((one, other) => comparePlaces(placeOf(one), placeOf(other)));
  const after = paging.cursor === undefined ? undefined : (open(paging.cursor, name) as Place<Key>);
  const comparison = breaks("cursor-skips-ties") ? compareKeys : comparePlaces;
  const rest = after === undefined ? all : all.filter((row) => comparison(placeOf(row), after) > 0);
  const page = rest.slice(0, paging.limit);
  const hasMore = rest.length > page.length;
  return {
    rows: page,
    total: all.length,
    next: hasMore ? { next_cursor: seal(placeOf(page.at(-1)!), name) } : {},
  };
}

const signatureOf = (text: string, name: string): Buffer =>
  createHmac("sha256", secret).update(`${name}\n${text}`).digest();

function seal(place: Place<unknown>, name: string): string {
  const text = JSON.stringify(place);
  return Buffer.concat([signatureOf(text, name), Buffer.from(text)]).toString("base64url");
}

function open(cursor: string, name: string): unknown {
  const bytes = Buffer.from(cursor, "base64url");
  const text = bytes.subarray(32).toString();
  const isOurs =
    bytes.length > 32 &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(bytes.subarray(0, 32), signatureOf(text, name));
  if (!isOurs)
    throw new Refusal(
      "invalid_cursor",
      "The cursor is broken, or belongs to another list, filter or order. Begin again without one.",
    );
  return JSON.parse(text);
}

/** Whether a text has a part, in upper or lower case. Without a part every text has it. */
export function has(text: string, part: string | undefined): boolean {
  return part === undefined || text.toLowerCase().includes(part.toLowerCase());
}
