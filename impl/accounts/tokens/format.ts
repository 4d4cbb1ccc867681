/** The format of personal access tokens, and their hash. */
import { hash, randomBytes } from "node:crypto";
import { crc32 } from "node:zlib";
import { toBase62 } from "../../platform/ids.ts";

const SECRET_BYTES = 32;
/** 62^43 > 2^256, 62^6 > 2^32. */
const SECRET_WIDTH = 43;
const CHECKSUM_WIDTH = 6;
const SHAPE = /^twp_[0-9A-Za-z]{49}$/;

/**
 * A new token: `twp_`, 32 random bytes and their CRC32, both in base62 of fixed width. Secret scanners recognise the
 * prefix, and the checksum detects typing errors without a query.
 */
export function newToken(): string {
  const secret = toBase62(BigInt(`0x${randomBytes(SECRET_BYTES).toString("hex")}`), SECRET_WIDTH);
  return `twp_${secret}${checksum(secret)}`;
}

/** Whether a text has the format of our tokens. Needs no query. */
export function isWellFormed(token: string): boolean {
  if (!SHAPE.test(token)) return false;
  return checksum(token.slice(4, 4 + SECRET_WIDTH)) === token.slice(4 + SECRET_WIDTH);
}

/** What is stored instead of a token. 256 random bits need no salt and no slow hash. */
export function hashToken(token: string): string {
  return hash("sha256", token, "hex");
}

function checksum(secret: string): string {
  return toBase62(BigInt(crc32(secret)), CHECKSUM_WIDTH);
}
