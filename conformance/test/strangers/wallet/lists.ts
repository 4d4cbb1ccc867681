/** Parts of lists: by an offset and a total, or by a cursor. */
import { isBroken } from "./breaks.ts";
import { Refusal } from "./refusal.ts";

/** Whether a row has each of the values that are there. */
export function matches(row: object, wanted: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(wanted).every(
    ([name, value]) => value === undefined || row[name as keyof typeof row] === value,
  );
}

export function partOf<Row extends object>(
  rows: readonly Row[],
  { offset, limit }: { readonly offset: number; readonly limit: number },
  fits: (row: Row) => boolean,
): { readonly part: readonly Row[]; readonly total: number } {
  const fitting = rows.filter(fits);
  const total = fitting.length;
  if (isBroken("offset-before-filter"))
    return { part: rows.slice(offset).filter(fits).slice(0, limit), total };
  return { part: fitting.slice(offset, offset + limit), total };
}

/** The rows behind the one that the cursor names. The cursor belongs to the filters with which it was made. */
export function pageOf<Row extends { readonly id: string }>(
  rows: readonly Row[],
  filters: object,
  { cursor, limit }: { readonly cursor?: string | undefined; readonly limit: number },
): { readonly page: readonly Row[]; readonly next_cursor: string | null } {
  const of = JSON.stringify(filters);
  const start = cursor === undefined ? 0 : rows.findIndex(({ id }) => id === readCursor(cursor, of)) + 1;
  if (cursor !== undefined && start === 0) throw new Refusal("Invalid cursor.");
  const page = rows.slice(start, start + limit);
  const hasMore = start + limit < rows.length;
  return { page, next_cursor: hasMore ? writeCursor(page.at(-1)!.id, of) : null };
}

function writeCursor(id: string, of: string): string {
  return Buffer.from(JSON.stringify([id, of])).toString("base64url");
}

function readCursor(cursor: string, of: string): string {
  try {
    const [id, made]: [string, string] = JSON.parse(Buffer.from(cursor, "base64url").toString());
    if (made === of && writeCursor(id, of) === cursor) return id;
  } catch {
    // It is none of ours.
  }
  throw new Refusal("Invalid cursor.");
}
