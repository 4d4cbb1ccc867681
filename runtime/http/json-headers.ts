import type { HeaderPairs } from "../endpoint/exchange.ts";

/** The headers of an answer in JSON, as `writeHead` accepts them. */
export function jsonHeaders(length: number, more: HeaderPairs): string[] {
  return [
    "Content-Type",
    "application/json",
    "Content-Length",
    String(length),
    "Cache-Control",
    "no-store",
    "X-Content-Type-Options",
    "nosniff",
    ...more,
  ];
}
