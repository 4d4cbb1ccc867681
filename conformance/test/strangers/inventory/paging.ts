/** Cuts a list, which only grows at its end, into pages. Cursors are kept in the server, one for each end of a page. */
import { randomBytes } from "node:crypto";
import { Denied } from "./denied.ts";

export interface PageArguments {
  readonly limit: number;
  readonly cursor?: string;
}

interface Mark {
  readonly list: string;
  /** Key of the last item before the cursor, and how many items were up to there. */
  readonly last: string;
  readonly count: number;
}

const marks = new Map<string, Mark>();
const cursorsOfMarks = new Map<string, string>();

export function cut<Item extends object>(
  items: readonly Item[],
  { limit, cursor }: PageArguments,
  names: readonly unknown[],
) {
  const list = JSON.stringify(names);
  const start = cursor === undefined ? 0 : findStart(items, cursor, list);
  const page = items.slice(start, start + limit);
  const end = start + page.length;
  const next_cursor = end < items.length ? mark({ list, last: keyOf(page.at(-1)), count: end }) : null;
  return { items: page, total: items.length, next_cursor };
}

/** The first property is the id of an item. */
function keyOf(item: object | undefined): string {
  return String(Object.values(item ?? {})[0]);
}

function findStart(items: readonly object[], cursor: string, list: string): number {
  const found = marks.get(cursor);
  if (found?.list !== list)
    throw new Denied("bad_cursor", "No such cursor in this list. Leave it out to start.");
  const index = items.findIndex((item) => keyOf(item) === found.last);
  return index === -1 ? found.count : index + 1;
}

function mark(wanted: Mark): string {
  const text = JSON.stringify(wanted);
  const cursor = cursorsOfMarks.get(text) ?? randomBytes(15).toString("base64url");
  cursorsOfMarks.set(text, cursor);
  marks.set(cursor, wanted);
  return cursor;
}
