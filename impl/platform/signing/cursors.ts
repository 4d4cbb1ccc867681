/** Cursors of lists, as signed tokens. */
import type { Keys } from "./signature.ts";
import { signedTokens } from "./signed-tokens.ts";

/**
 * Opaque positions in a list. A cursor is the key of the last shown row, signed together with the subject of the list. So a
 * client cannot forge or change it, or use it with another account or other filters.
 */
export interface Cursors {
  /** @param list whose list it is, and its filters; JSON */
  write(list: readonly unknown[], position: readonly string[]): string;
  /** The position, or undefined if this cursor was not written for this list. */
  read(list: readonly unknown[], cursor: string): readonly string[] | undefined;
}

export function cursors(keys: Keys): Cursors {
  const signList = (list: readonly unknown[]) => signedTokens<readonly string[]>(keys, JSON.stringify(list));
  return {
    write: (list, position) => signList(list).sign(position),
    read: (list, cursor) => signList(list).verify(cursor),
  };
}
