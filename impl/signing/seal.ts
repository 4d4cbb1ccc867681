import { createHmac, timingSafeEqual } from "node:crypto";

/** Puts values into pages and addresses so that they come back unchanged. They can be read there, but not made up. */
export interface Seal<Value> {
  close(value: Value): string;
  /** The value, or undefined if the text was not made by `close`. */
  open(text: string): Value | undefined;
}

/**
 * @param purpose keeps a value that was sealed for one thing from being used for another
 */
export function seal<Value>(key: Buffer, purpose: string): Seal<Value> {
  function sign(payload: string): Buffer {
    return createHmac("sha256", key).update(`${purpose}\0${payload}`).digest().subarray(0, 16);
  }
  return {
    close(value) {
      const payload = Buffer.from(JSON.stringify(value)).toString("base64url");
      return `${payload}.${sign(payload).toString("base64url")}`;
    },
    open(text) {
      const [payload = "", signature = "", ...rest] = text.split(".");
      const given = Buffer.from(signature, "base64url");
      const expected = sign(payload);
      if (rest.length > 0 || given.length !== expected.length || !timingSafeEqual(given, expected))
        return undefined;
      return JSON.parse(Buffer.from(payload, "base64url").toString()) as Value;
    },
  };
}
