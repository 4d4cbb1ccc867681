import { createHmac, timingSafeEqual } from "node:crypto";

/**
 * Opaque places in a list. A cursor is the key of the last row that was shown, signed together with what the list is a
 * list of; so it cannot be made up, changed, or carried over to another account or other filters.
 */
export interface Cursors {
  write(list: readonly unknown[], position: readonly string[]): string;
  /** The position, or undefined if this cursor was not written for this list. */
  read(list: readonly unknown[], cursor: string): string[] | undefined;
}

const SIGNATURE_BYTES = 16;

/** @param list whose list it is, and its filters; JSON */
export function cursors(key: Buffer): Cursors {
  function sign(list: readonly unknown[], position: Buffer): Buffer {
    const signed = createHmac("sha256", key).update(JSON.stringify(list)).update("\0").update(position);
    return signed.digest().subarray(0, SIGNATURE_BYTES);
  }
  return {
    write(list, position) {
      const bytes = Buffer.from(JSON.stringify(position));
      return Buffer.concat([sign(list, bytes), bytes]).toString("base64url");
    },
    read(list, cursor) {
      const bytes = Buffer.from(cursor, "base64url");
      if (bytes.length <= SIGNATURE_BYTES) return undefined;
      const position = bytes.subarray(SIGNATURE_BYTES);
      if (!timingSafeEqual(bytes.subarray(0, SIGNATURE_BYTES), sign(list, position))) return undefined;
      return JSON.parse(position.toString()) as string[];
    },
  };
}
