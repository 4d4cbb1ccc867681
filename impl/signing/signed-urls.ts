import { createHmac, timingSafeEqual } from "node:crypto";

/** Addresses that work until a time, for whoever has them. */
export interface SignedUrls {
  /** @param path such as `/files/file_...`; what it names must not change meaning */
  sign(path: string, expiresAt: Date): string;
  /** @param expires, signature the query parameters `e` and `s` */
  check(path: string, expires: string, signature: string): "valid" | "expired" | "forged";
}

/**
 * @param publicUrl where people reach the service, without a slash at the end
 * @param now the time, to the second: an address works until the second of its end begins
 */
export function signedUrls(key: Buffer, publicUrl: () => string, now: () => Date): SignedUrls {
  const signatureOf = (path: string, expires: string) =>
    createHmac("sha256", key).update(`${path}\0${expires}`).digest().subarray(0, 16);
  return {
    sign(path, expiresAt) {
      const expires = String(Math.floor(expiresAt.getTime() / 1000));
      return `${publicUrl()}${path}?e=${expires}&s=${signatureOf(path, expires).toString("base64url")}`;
    },
    check(path, expires, signature) {
      const expected = signatureOf(path, expires);
      const given = Buffer.from(signature, "base64url");
      if (given.length !== expected.length || !timingSafeEqual(given, expected)) return "forged";
      return now().getTime() < Number(expires) * 1000 ? "valid" : "expired";
    },
  };
}
