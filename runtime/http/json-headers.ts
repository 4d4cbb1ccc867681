/** The headers of answers in JSON. */
import type { HeaderPairs } from "../endpoint/exchange.ts";

export const jsonFields: HeaderPairs = Object.entries({
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
}).flat();

/** Returns the headers with the length, in the form that `writeHead` accepts. One array, since every answer needs it. */
export function jsonHeaders(length: number, more: HeaderPairs): string[] {
  return ["Content-Length", String(length), ...jsonFields, ...more];
}
