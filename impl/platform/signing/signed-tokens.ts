/** Signed tokens, which carry a value through a browser. */
import { createSignature, isSignature, type Keys } from "./signature.ts";

/** Values as signed tokens, for pages and addresses: their readers can read a value, but neither make one up nor change it. */
export interface SignedTokens<Value> {
  sign(value: Value): string;
  /** The value, or undefined for a text that `sign` did not make. */
  verify(token: string): Value | undefined;
}

/** @param purpose a token for one purpose is none for another */
export function signedTokens<Value>(keys: Keys, purpose: string): SignedTokens<Value> {
  return {
    sign(value) {
      const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${payload}.${createSignature(keys, purpose, payload)}`;
    },
    verify(token) {
      const [payload = "", signature = "", ...rest] = token.split(".");
      if (rest.length > 0 || !isSignature(keys, purpose, payload, signature)) return undefined;
      return JSON.parse(Buffer.from(payload, "base64url").toString()) as Value;
    },
  };
}
