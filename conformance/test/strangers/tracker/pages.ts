/** Lists page by page. A cursor holds the key of the last row, signed for the list and its filters. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(32);

export interface PageInput {
  readonly limit: number;
  readonly cursor?: string;
}

interface Page<Row> {
  readonly rows: readonly Row[];
  readonly end: { readonly total: number; readonly next_cursor?: string };
}

/** Shows rows in the order of their keys, which are different. `list` names the list, of which a cursor is good. */
export function page<Row, Key extends string | number>(
  list: string,
  { limit, cursor, ...filters }: PageInput,
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): Page<Row> {
  const purpose = JSON.stringify([list, Object.entries(filters).toSorted()]);
  const sorted = rows.toSorted((one, other) => (keyOf(one) < keyOf(other) ? -1 : 1));
  const last = cursor === undefined ? undefined : read<Key>(cursor, purpose);
  const rest = last === undefined ? sorted : sorted.filter((row) => keyOf(row) > last);
  const shown = rest.slice(0, limit);
  if (rest.length === shown.length) return { rows: shown, end: { total: rows.length } };
  return { rows: shown, end: { total: rows.length, next_cursor: write(keyOf(shown.at(-1)!), purpose) } };
}

function sign(text: string, purpose: string): Buffer {
  return createHmac("sha256", secret).update(`${purpose}\n${text}`).digest().subarray(0, 15);
}

function write(key: string | number, purpose: string): string {
  const text = Buffer.from(JSON.stringify(key)).toString("base64url");
  return `${text}.${sign(text, purpose).toString("base64url")}`;
}

function read<Key>(cursor: string, purpose: string): Key {
  const [text = "", signature = ""] = cursor.split(".", 2);
  const right = sign(text, purpose);
  const signed = Buffer.from(signature, "base64url");
  const isGood = signed.length === right.length && timingSafeEqual(signed, right);
  if (!isGood || cursor !== `${text}.${right.toString("base64url")}`)
    throw new Refusal(
      "bad_cursor",
      "This cursor does not belong to this list with these filters. Begin without one.",
    );
  return JSON.parse(Buffer.from(text, "base64url").toString()) as Key;
}
