/** Signs texts and checks signatures (HMAC-SHA-256): the one place for all signed things. */
import { createHmac, timingSafeEqual } from "node:crypto";

/** 128 bits: more than enough for what only we check (RFC 2104, section 5). */
const BYTES = 16;

/** A key, or several after a rotation: the first one signs, all of them verify. */
export type Keys = Buffer | readonly [Buffer, ...Buffer[]];

export function allKeys(keys: Keys): readonly [Buffer, ...Buffer[]] {
  return Buffer.isBuffer(keys) ? [keys] : keys;
}

/**
 * Signs a text, in base64url. @param purpose the purpose of the signature; a signature is invalid for another purpose. Contains
 * no NUL character.
 */
export function createSignature(keys: Keys, purpose: string, text: string): string {
  return createHmac("sha256", allKeys(keys)[0])
    .update(`${purpose}\0${text}`)
    .digest()
    .subarray(0, BYTES)
    .toString("base64url");
}

/**
 * Whether `createSignature` made this signature, character by character: decoded, several texts would be the same signature,
 * since the last character has bits that mean nothing. Takes the same time wherever the two differ.
 */
export function isSignature(keys: Keys, purpose: string, text: string, signature: string): boolean {
  const given = Buffer.from(signature);
  return allKeys(keys).some((key) => {
    const right = Buffer.from(createSignature(key, purpose, text));
    return given.length === right.length && timingSafeEqual(given, right);
  });
}
