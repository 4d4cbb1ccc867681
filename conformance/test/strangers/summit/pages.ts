/** Lists page by page, the newest first. A cursor is encrypted, and holds the number of the last item and what it is for. */
import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { Problem } from "./problem.ts";

const key = randomBytes(32);

export interface PageRequest {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

interface Page<Item> {
  readonly items: readonly Item[];
  readonly total: number;
  readonly next_cursor?: string;
}

/** A page of what `fits`. `all` has the oldest item first; `scope` names the account, the list and its filters. */
export function pageOf<Item>(
  all: Iterable<Item>,
  fits: (item: Item) => boolean,
  { limit, cursor }: PageRequest,
  { scope, oldestFirst = false }: { scope: readonly unknown[]; oldestFirst?: boolean },
): Page<Item> {
  const numbered = [...all].map((item, number) => ({ item, number })).filter(({ item }) => fits(item));
  if (!oldestFirst) numbered.reverse();
  const last = cursor === undefined ? undefined : decrypt(cursor, JSON.stringify(scope));
  const isBehind = (number: number) => last === undefined || (oldestFirst ? number > last : number < last);
  const rest = numbered.filter(({ number }) => isBehind(number));
  const items = rest.slice(0, limit);
  return {
    items: items.map(({ item }) => item),
    total: numbered.length,
    ...(rest.length > limit && { next_cursor: encrypt(items.at(-1)!.number, JSON.stringify(scope)) }),
  };
}

function encrypt(number: number, scope: string): string {
  const iv = randomBytes(12);
  const cipher = createCipheriv("aes-256-gcm", key, iv).setAAD(Buffer.from(scope));
  const body = Buffer.concat([cipher.update(String(number)), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), body]).toString("base64url");
}

function decrypt(cursor: string, scope: string): number {
  const bytes = Buffer.from(cursor, "base64url");
  try {
    // Base64 takes texts that differ: a cursor of ours is the one that these bytes give.
    if (bytes.toString("base64url") !== cursor) throw new Error("The cursor has other letters.");
    const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, 12));
    decipher.setAAD(Buffer.from(scope)).setAuthTag(bytes.subarray(12, 28));
    return Number(Buffer.concat([decipher.update(bytes.subarray(28)), decipher.final()]).toString());
  } catch {
    throw new Problem("bad_cursor", "The cursor is of another list. Leave it out to begin again.");
  }
}
