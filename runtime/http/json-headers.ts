/** The headers of answers in JSON. */
import type { HeaderPairs } from "../endpoint/exchange.ts";

export const jsonFields: HeaderPairs = Object.entries({
  "Content-Type": "application/json",
  "Cache-Control": "no-store",
  "X-Content-Type-Options": "nosniff",
}).flat();

/** With the length, as `writeHead` accepts them. One array, as every answer needs it. */
export function jsonHeaders(length: number, more: HeaderPairs): string[] {
  return ["Content-Length", String(length), ...jsonFields, ...more];
}
