import type { HostRule } from "./hosts.ts";
import type { Exchange } from "./reply.ts";

/** How long browsers may keep what a preflight was told; they cut it to some hours at most. */
const preflightSeconds = 7_200;

const readable = "WWW-Authenticate, Retry-After, RateLimit, RateLimit-Policy";
const headerNames = /^[\w-]+(\s*,\s*[\w-]+)*$/;

/**
 * Lets pages of listed origins call the endpoint and read its answers, which browsers forbid without these headers (Fetch
 * Standard, "CORS protocol"). A browser asks first, with `OPTIONS` and without a token.
 *
 * @returns whether that was such a question, which is answered then
 */
export function answerPage({ request, response }: Exchange, hosts: HostRule): boolean {
  const { origin, ...headers } = request.headers;
  if (origin === undefined || !hosts.listsOrigin(origin)) return false;
  response.setHeader("Access-Control-Allow-Origin", origin).setHeader("Vary", "Origin");
  if (request.method !== "OPTIONS" || headers["access-control-request-method"] === undefined) {
    response.setHeader("Access-Control-Expose-Headers", readable);
    return false;
  }
  const wanted = headers["access-control-request-headers"] ?? "";
  if (headerNames.test(wanted)) response.setHeader("Access-Control-Allow-Headers", wanted);
  response.setHeader("Access-Control-Max-Age", preflightSeconds);
  response.writeHead(204, { "Access-Control-Allow-Methods": "POST" }).end();
  return true;
}
