/** Lists in pages. A cursor names the last row that was sent, and is good for the list, the filters and the group that it came from. */
import { createHmac, randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

/** Rows are in the order of these: the value that the list is sorted by, then the id. */
type Key = readonly [number | string, number | string];

export interface PageOptions {
  readonly limit: number;
  readonly cursor?: string;
}

interface List<Row> {
  readonly name: string;
  readonly group: string;
  /** The filters and the order that the caller asked for. */
  readonly filters: Readonly<Record<string, unknown>>;
  readonly rows: readonly Row[];
  readonly descending?: boolean;
  keyOf(row: Row): Key;
}

const secret = randomBytes(32);

export function pageOf<Row>(list: List<Row>, { limit, cursor }: PageOptions) {
  const compare = (one: Key, other: Key): number => {
    const order = compareValues(one[0], other[0]) || compareValues(one[1], other[1]);
    return list.descending ? -order : order;
  };
  const sorted = list.rows.toSorted((one, other) => compare(list.keyOf(one), list.keyOf(other)));
  const after = cursor === undefined ? undefined : readCursor(list, cursor);
  const rest = after === undefined ? sorted : sorted.filter((row) => compare(list.keyOf(row), after) > 0);
  const rows = rest.slice(0, limit);
  const last = rows.at(-1);
  const hasMore = last !== undefined && rest.length > rows.length;
  return {
    rows,
    total: sorted.length,
    next: hasMore ? { next_cursor: makeCursor(list, list.keyOf(last)) } : {},
  };
}

function compareValues(one: number | string, other: number | string): number {
  if (typeof one === "number" && typeof other === "number") return one - other;
  return String(one).localeCompare(String(other));
}

function makeCursor<Row>(list: List<Row>, key: Key): string {
  const text = Buffer.from(JSON.stringify(key)).toString("base64url");
  return `${text}.${sign(list, text)}`;
}

function readCursor<Row>(list: List<Row>, cursor: string): Key {
  const [text = "", signature, ...more] = cursor.split(".");
  if (more.length > 0 || signature !== sign(list, text))
    throw new Problem("bad_cursor", "This cursor is not one of this list. Begin without a cursor.");
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Key;
}

function sign<Row>({ name, group, filters }: List<Row>, text: string): string {
  const sorted = Object.entries(filters).toSorted(([one], [other]) => (one < other ? -1 : 1));
  return createHmac("sha256", secret)
    .update(JSON.stringify([name, group, sorted, text]))
    .digest("base64url");
}
