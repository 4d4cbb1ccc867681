/** Pages of a sorted list. A cursor is a signed position: the sort key and the number of the last item. */
import { createHmac, randomBytes } from "node:crypto";
import { ClinicError } from "./clinic-error.ts";

type Position = readonly [key: string, number: number];

export interface Wanted {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

const key = randomBytes(24);

/** The page after `cursor`. `list` is the list with its clinic and filters; cursors of other lists are refused. */
export function pageOf<Item>(
  matches: readonly Item[],
  position: (item: Item) => Position,
  list: readonly unknown[],
  { limit, cursor }: Wanted,
): { readonly page: Item[]; readonly total: number; readonly next_cursor?: string } {
  const sorted = matches.toSorted((one, other) => compare(position(one), position(other)));
  const last = cursor === undefined ? undefined : open(cursor, list);
  const rest = last === undefined ? sorted : sorted.filter((item) => compare(position(item), last) > 0);
  const page = rest.slice(0, limit);
  const total = matches.length;
  if (rest.length <= limit) return { page, total };
  return { page, total, next_cursor: close(position(page.at(-1)!), list) };
}

function compare([oneKey, oneNumber]: Position, [otherKey, otherNumber]: Position): number {
  if (oneKey === otherKey) return oneNumber - otherNumber;
  return oneKey < otherKey ? -1 : 1;
}

function signatureOf(position: string, list: readonly unknown[]): string {
  return createHmac("sha256", key)
    .update(JSON.stringify([position, list]))
    .digest("base64url")
    .slice(0, 20);
}

function close(position: Position, list: readonly unknown[]): string {
  const text = Buffer.from(JSON.stringify(position)).toString("base64url");
  return `${text}.${signatureOf(text, list)}`;
}

function open(cursor: string, list: readonly unknown[]): Position {
  const [text = "", signature] = cursor.split(".");
  if (signature !== signatureOf(text, list))
    throw new ClinicError("bad_cursor", "This cursor does not belong to the list. Start without one.");
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Position;
}
