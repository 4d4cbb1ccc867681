/** Reads content that was written as text. */

/** Returns the bytes of a text in Base64; undefined if it is none. White space and a missing end are allowed, as in browsers (`atob`). */
export function readBase64(text: string): Uint8Array | undefined {
  try {
    return Buffer.from(atob(text), "latin1");
  } catch {
    return undefined;
  }
}
