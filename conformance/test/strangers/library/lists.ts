/** Lists page by page. A cursor is the place after which the list goes on, signed for the library, the list and its filters. */
import { createHmac, randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

const secret = randomBytes(24);

export interface ListRequest<Row> {
  /** The library, the list and the filters: a cursor is good for one of these. */
  readonly scope: readonly unknown[];
  readonly rows: readonly Row[];
  /** What the list is ordered by; then the id, as a number. */
  sortedBy(row: Row): string;
  idOf(row: Row): string;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly total: number;
  readonly next?: string;
}

export function page<Row>(list: ListRequest<Row>, limit: number, cursor: string | undefined): Page<Row> {
  const place = (row: Row): Place => [list.sortedBy(row), Number(list.idOf(row).slice(2))];
  const rows = list.rows.toSorted((one, other) => compare(place(one), place(other)));
  const from = cursor === undefined ? undefined : open(cursor, list.scope);
  const rest = from === undefined ? rows : rows.filter((row) => compare(place(row), from) > 0);
  const shown = rest.slice(0, limit);
  const hasMore = rest.length > shown.length;
  return {
    rows: shown,
    total: rows.length,
    ...(hasMore && { next: close(place(shown.at(-1)!), list.scope) }),
  };
}

type Place = readonly [string, number];

function compare(one: Place, other: Place): number {
  if (one[0] !== other[0]) return one[0] < other[0] ? -1 : 1;
  return one[1] - other[1];
}

function sign(text: string, scope: readonly unknown[]): string {
  return createHmac("sha256", secret)
    .update(JSON.stringify([text, scope]))
    .digest("base64url")
    .slice(0, 22);
}

function close(place: Place, scope: readonly unknown[]): string {
  const text = Buffer.from(JSON.stringify(place)).toString("base64url");
  return `${text}~${sign(text, scope)}`;
}

function open(cursor: string, scope: readonly unknown[]): Place {
  const [text = "", signature] = cursor.split("~");
  if (signature !== sign(text, scope) || cursor !== `${text}~${signature}`)
    throw new Problem("bad_cursor", "The cursor does not belong to this list. Leave it out to begin anew.");
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Place;
}
