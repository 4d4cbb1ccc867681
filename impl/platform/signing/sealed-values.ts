/** Sealed values: a browser keeps them and can neither read nor change them. */
import { createCipheriv, createDecipheriv, createHmac, randomBytes } from "node:crypto";
import { deflateRawSync, inflateRawSync } from "node:zlib";
import { allKeys, type Keys } from "./signature.ts";

export interface SealedValues<Value> {
  seal(value: Value): string;
  /** The value, or undefined for a text that `seal` did not make. */
  open(sealed: string): Value | undefined;
}

const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/** The size limit. We only open what we sealed, so the limit is never reached. */
const MAX_BYTES = 20_000_000;

/**
 * AES-256-GCM (NIST SP 800-38D) with a key of its own for each purpose.
 * @param purpose a value sealed for one purpose cannot be opened for another
 */
export function sealedValues<Value>(keys: Keys, purpose: string): SealedValues<Value> {
  const all = allKeys(keys).map((key) => createHmac("sha256", key).update(`sealed\0${purpose}`).digest());
  return {
    seal(value) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv("aes-256-gcm", all[0]!, nonce);
      const sealed = cipher.update(deflateRawSync(JSON.stringify(value)));
      cipher.final();
      return Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString("base64url");
    },
    open(text) {
      const bytes = Buffer.from(text, "base64url");
      if (bytes.length <= NONCE_BYTES + TAG_BYTES) return undefined;
      for (const key of all) {
        const plain = decrypt(key, bytes);
        if (plain !== undefined)
          return JSON.parse(inflateRawSync(plain, { maxOutputLength: MAX_BYTES }).toString()) as Value;
      }
      return undefined;
    },
  };
}

/** Undefined if it was not sealed with this key. */
function decrypt(key: Buffer, bytes: Buffer): Buffer | undefined {
  const decipher = createDecipheriv("aes-256-gcm", key, bytes.subarray(0, NONCE_BYTES));
  decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
  try {
    return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
  } catch {
    return undefined;
  }
}
