/** Lists page by page. A cursor says after which row the list goes on, and is signed for one list of one company with its filters. */
import { createHmac, randomBytes } from "node:crypto";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(32);

/** Sort keys of a row: a text (empty if the list is ordered by id), then the id. */
type Place = readonly [text: string, id: number];

interface Page<Row> {
  readonly rows: Row[];
  readonly end: { readonly total: number; readonly next_cursor?: string };
}

interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

export function readPage<Row>(
  all: readonly Row[],
  placeOf: (row: Row) => Place,
  { limit, cursor }: PageRequest,
  list: string,
): Page<Row> {
  const sorted = all.toSorted((one, other) => compare(placeOf(one), placeOf(other)));
  const after = cursor === undefined ? undefined : readCursor(cursor, list);
  const rest = after === undefined ? sorted : sorted.filter((row) => compare(placeOf(row), after) > 0);
  const rows = rest.slice(0, limit);
  const hasMore = rest.length > rows.length;
  return {
    rows,
    end: { total: all.length, ...(hasMore && { next_cursor: writeCursor(placeOf(rows.at(-1)!), list) }) },
  };
}

/** Names a list with its filters, whatever their order in the call. */
export function nameList(account: string, tool: string, filters: object): string {
  const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return JSON.stringify([account, tool, sorted]);
}

function compare([text, id]: Place, [otherText, otherId]: Place): number {
  if (text !== otherText) return text < otherText ? -1 : 1;
  return id - otherId;
}

function sign(text: string, list: string): string {
  return createHmac("sha256", secret).update(`${list}\n${text}`).digest("base64url");
}

function writeCursor(place: Place, list: string): string {
  const text = Buffer.from(JSON.stringify(place)).toString("base64url");
  return `${text}.${sign(text, list)}`;
}

function readCursor(cursor: string, list: string): Place {
  const [text = "", signature] = cursor.split(".", 2);
  if (cursor !== `${text}.${signature}` || signature !== sign(text, list))
    throw new Refusal(
      "bad_cursor",
      "This cursor is not of this list with these filters. Leave it out to start at the first page.",
    );
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Place;
}
