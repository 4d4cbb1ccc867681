/** Allows pages of the configured origins to call the endpoint (Fetch Standard, "CORS protocol"). */
import type { Exchange } from "./exchange.ts";
import type { HostRule } from "./hosts.ts";

/** The time in seconds for which browsers may cache a preflight answer. They shorten it to a few hours. */
const preflightMaxAgeSeconds = "7200";

const exposedHeaders = "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy, Mcp-Session-Id";
const headerNames = /^[\w-]+(\s*,\s*[\w-]+)*$/;

/**
 * Adds the CORS headers for a configured origin, and answers its preflight requests. A preflight is `OPTIONS` without a token.
 *
 * @returns whether the request was a preflight, which is then answered
 */
export function handleCors(exchange: Exchange, origin: string, hosts: HostRule): boolean {
  if (!hosts.listsOrigin(origin)) return false;
  exchange.addHeader("Access-Control-Allow-Origin", origin);
  exchange.addHeader("Vary", "Origin");
  if (exchange.method !== "OPTIONS" || exchange.header("access-control-request-method") === undefined) {
    exchange.addHeader("Access-Control-Expose-Headers", exposedHeaders);
    return false;
  }
  const requestedHeaders = exchange.header("access-control-request-headers") ?? "";
  if (headerNames.test(requestedHeaders))
    exchange.addHeader("Access-Control-Allow-Headers", requestedHeaders);
  const headers = {
    "Access-Control-Max-Age": preflightMaxAgeSeconds,
    "Access-Control-Allow-Methods": "POST",
  };
  exchange.sendEmpty(204, Object.entries(headers).flat());
  return true;
}
