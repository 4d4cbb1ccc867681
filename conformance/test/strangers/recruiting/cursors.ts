/** Lists in pages. A cursor is signed: it has the list with its filters, and the last item of the page. */
import { createHmac, randomBytes, timingSafeEqual } from "node:crypto";
import { Refusal } from "./refusal.ts";

const secret = randomBytes(32);

interface List<Item> {
  /** The account and the list with its filters. */
  readonly name: string;
  readonly items: readonly Item[];
  readonly descending?: boolean;
  readonly limit: number;
  readonly cursor?: string | undefined;
  orderOf(item: Item): string;
}

export function pageOf<Item>({ name, items, descending = false, limit, cursor, orderOf }: List<Item>) {
  const sorted = items.toSorted((one, other) => (orderOf(one) < orderOf(other) ? -1 : 1));
  if (descending) sorted.reverse();
  const after = cursor === undefined ? undefined : read(cursor, name);
  const rest = sorted.filter((item) => {
    if (after === undefined) return true;
    return descending ? orderOf(item) < after : orderOf(item) > after;
  });
  const page = rest.slice(0, limit);
  const next = rest.length > limit ? { next_cursor: write(orderOf(page.at(-1)!), name) } : {};
  return { page, paging: { total: items.length, ...next } };
}

function sign(position: string, name: string): Buffer {
  return createHmac("sha256", secret)
    .update(JSON.stringify([name, position]))
    .digest()
    .subarray(0, 16);
}

function write(position: string, name: string): string {
  return Buffer.concat([sign(position, name), Buffer.from(position)]).toString("base64url");
}

function read(cursor: string, name: string): string {
  const bytes = Buffer.from(cursor, "base64url");
  const position = bytes.subarray(16).toString();
  const isOurs =
    bytes.length > 16 &&
    bytes.toString("base64url") === cursor &&
    timingSafeEqual(bytes.subarray(0, 16), sign(position, name));
  if (!isOurs)
    throw new Refusal(
      "invalid_cursor",
      "This cursor is not of this list with these filters. Leave it out to begin with the first page.",
    );
  return position;
}
