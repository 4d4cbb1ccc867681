/** The format of access tokens, and their hash. */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { toBase62 } from "../../platform/ids.ts";

const SECRET_BYTES = 32;
/** 62^43 > 2^256, 62^6 > 2^32. */
const SECRET_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const SHAPE = /^[0-9A-Za-z]{49}$/;

/** Personal access tokens, access tokens that connected apps get for an hour, and the secrets of live addresses of responses. */
export type TokenPrefix = "twp_" | "two_" | "twl_";

/**
 * A new token: its prefix, 32 random bytes and their CRC32, both in base62 of fixed width. Secret scanners recognise the
 * prefix, and the checksum detects typing errors without a query.
 */
export function newToken(prefix: TokenPrefix = "twp_"): string {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_WIDTH);
  return `${prefix}${secret}${checksum(secret)}`;
}

/** Whether a text has the format of our tokens of a kind. Needs no query. */
export function isWellFormed(token: string, prefix: TokenPrefix = "twp_"): boolean {
  const random = token.slice(prefix.length);
  if (!token.startsWith(prefix) || !SHAPE.test(random)) return false;
  return checksum(random.slice(0, SECRET_WIDTH)) === random.slice(SECRET_WIDTH);
}

/** Returns the hash that is stored in place of a token. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

function checksum(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_WIDTH);
}
