/** The headers of answers in JSON. */
import type { HeaderPairs } from "../endpoint/exchange.ts";

export const jsonFields: HeaderPairs = [
  ...["Content-Type", "application/json"],
  ...["Cache-Control", "no-store"],
  ...["X-Content-Type-Options", "nosniff"],
];

/** With the length, as `writeHead` accepts them. */
export function jsonHeaders(length: number, more: HeaderPairs): string[] {
  return [...jsonFields, "Content-Length", String(length), ...more];
}
