/** Signed addresses, which work until a time. */
import { createSignature, isSignature, type Keys } from "./signature.ts";

/** Signed addresses: each works without sign-in until it expires. */
export interface SignedUrls {
  /** Signs a URL. @param path such as `/files/file_...`; its meaning must not change */
  sign(path: string, expiresAt: Date): string;
  /** @param expires, signature the query parameters `e` and `s` */
  check(path: string, expires: string, signature: string): "valid" | "expired" | "forged";
}

/**
 * @param publicUrl where people reach the service, without a slash at the end
 * @param now the time, to the second: an address works until the second of its end begins
 */
export function signedUrls(keys: Keys, publicUrl: () => string, now: () => Date): SignedUrls {
  return {
    sign(path, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${publicUrl()}${path}?e=${expires}&s=${createSignature(keys, path, expires)}`;
    },
    check(path, expires, signature) {
      if (!isSignature(keys, path, expires, signature)) return "forged";
      return now().getTime() < Number(expires) * 1000 ? "valid" : "expired";
    },
  };
}
