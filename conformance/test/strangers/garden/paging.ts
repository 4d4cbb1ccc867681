/** Lists page by page. A cursor holds the key of the last entry of its page, and is signed. */
import { createHmac, randomBytes } from "node:crypto";
import { Refusal } from "@toolwright/runtime";

const secret = randomBytes(32);

/** What a list is ordered by; the last part is different for each entry. */
type Key = readonly (string | number)[];

interface Listing<Entry> {
  readonly entries: readonly Entry[];
  readonly keyOf: (entry: Entry) => Key;
  readonly isDescending?: boolean;
  /** The list, its account, its filters and its order. A cursor of another one is refused. */
  readonly name: readonly unknown[];
}

export interface Page<Entry> {
  readonly entries: Entry[];
  readonly total: number;
  readonly next_cursor: string | null;
}

export function paginate<Entry>(
  { entries, keyOf, isDescending = false, name }: Listing<Entry>,
  { limit, cursor }: { readonly limit: number; readonly cursor?: string },
): Page<Entry> {
  const list = JSON.stringify(name);
  const compare = (one: Key, other: Key) => (isDescending ? -1 : 1) * compareKeys(one, other);
  const last = cursor === undefined ? undefined : readCursor(cursor, list);
  const rest = entries
    .map((entry) => ({ entry, key: keyOf(entry) }))
    .filter(({ key }) => last === undefined || compare(key, last) > 0)
    .sort((one, other) => compare(one.key, other.key));
  const page = rest.slice(0, limit);
  return {
    entries: page.map(({ entry }) => entry),
    total: entries.length,
    next_cursor: rest.length > limit ? writeCursor(page.at(-1)!.key, list) : null,
  };
}

function compareKeys(one: Key, other: Key): number {
  for (const [index, part] of one.entries()) {
    const against = other[index]!;
    if (part !== against) return part < against ? -1 : 1;
  }
  return 0;
}

function writeCursor(key: Key, list: string): string {
  const text = Buffer.from(JSON.stringify(key)).toString("base64url");
  return `${text}.${createHmac("sha256", secret).update(`${text} ${list}`).digest("base64url")}`;
}

function readCursor(cursor: string, list: string): Key {
  const [text = ""] = cursor.split(".");
  const refusal = new Refusal(
    "bad_cursor",
    "This list did not give the cursor for these filters. Leave the cursor out to begin with the first page.",
  );
  if (text === "") throw refusal;
  try {
    const key = JSON.parse(Buffer.from(text, "base64url").toString()) as Key;
    if (writeCursor(key, list) === cursor) return key;
  } catch {}
  throw refusal;
}
