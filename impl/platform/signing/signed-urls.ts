/** Signed addresses, which work until a time. */
import { allKeys, createSignature, isSignature, type Keys } from "./signature.ts";

/** Signed addresses: each works without sign-in until it expires. */
export interface SignedUrls {
  /** Signs a URL. @param path such as `/files/file_...`; its meaning must not change */
  sign(path: string, expiresAt: Date): string;
  /** @param expires, signature the query parameters `e` and `s` */
  check(path: string, expires: string, signature: string): "valid" | "expired" | "forged";
  /** What another thread needs for signing. */
  signing(): UrlSigning;
}

/** The address of the service and the key that signs, as another thread takes them. */
export interface UrlSigning {
  readonly publicUrl: string;
  readonly key: Uint8Array;
}

/** Signs a URL as `SignedUrls.sign` does. */
export function signUrl({ publicUrl, key }: UrlSigning, path: string, expiresAt: Date): string {
  const expires = String(Math.floor(expiresAt.getTime() / 1000));
  return `${publicUrl}${path}?e=${expires}&s=${createSignature(Buffer.from(key), path, expires)}`;
}

/**
 * @param publicUrl where people reach the service, without a slash at the end
 * @param now the time, to the second: an address works until the second of its end begins
 */
export function signedUrls(keys: Keys, publicUrl: () => string, now: () => Date): SignedUrls {
  const signing = () => ({ publicUrl: publicUrl(), key: allKeys(keys)[0] });
  return {
    signing,
    sign: (path, expiresAt) => signUrl(signing(), path, expiresAt),
    check(path, expires, signature) {
      if (!isSignature(keys, path, expires, signature)) return "forged";
      return now().getTime() < Number(expires) * 1000 ? "valid" : "expired";
    },
  };
}
