/** Lets pages of listed origins call the endpoint (Fetch Standard, "CORS protocol"). */
import type { Exchange } from "./exchange.ts";
import type { HostRule } from "./hosts.ts";

/** How long browsers may cache a preflight answer. They shorten it to some hours at most. */
const preflightMaxAgeSeconds = 7_200;

const exposedHeaders = "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy";
const headerNames = /^[\w-]+(\s*,\s*[\w-]+)*$/;

/**
 * Sets the CORS headers for a listed origin, and answers its preflight requests. A preflight is `OPTIONS` without a token.
 *
 * @returns whether the request was a preflight, which is then answered
 */
export function handleCors({ request, response }: Exchange, hosts: HostRule): boolean {
  const { origin, ...headers } = request.headers;
  if (origin === undefined || !hosts.listsOrigin(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin).setHeader("Vary", "Origin");
  if (request.method !== "OPTIONS" || headers["access-control-request-method"] === undefined) {
    response.setHeader("Access-Control-Expose-Headers", exposedHeaders);
    return false;
  }
  const requestedHeaders = headers["access-control-request-headers"] ?? "";
  if (headerNames.test(requestedHeaders))
    response.setHeader("Access-Control-Allow-Headers", requestedHeaders);
  response.setHeader("Access-Control-Max-Age", preflightMaxAgeSeconds);
  response.writeHead(204, { "Access-Control-Allow-Methods": "POST" }).end();
  return true;
}
