/** Reads Bearer tokens and writes challenges (RFC 6750). */
import type { Exchange } from "./exchange.ts";

/** RFC 6750, section 2.1; wider than its `b64token`, since some issuers use `|` and `:` in tokens. */
const credentials = /^bearer +[\x21-\x7e]+[ \t]*$/i;
const attempt = /^bearer +\S/i;
const scheme = "bearer ";

/** The token of a request: undefined if it has none, empty if what it has cannot be a token. */
export function bearerToken(exchange: Exchange): string | undefined {
  const authorization = exchange.header("authorization");
  if (authorization === undefined) return undefined;
  if (!credentials.test(authorization)) return attempt.test(authorization) ? "" : undefined;
  return exchange.isRepeated("authorization") ? "" : authorization.slice(scheme.length).trim();
}

/** Parameters of `WWW-Authenticate`: RFC 6750, section 3, and RFC 9728, section 5.1. Empty ones are left out. */
export interface ChallengeParameters {
  readonly error?: "invalid_token" | "insufficient_scope";
  /** Separated by spaces. */
  readonly scope?: string;
  /** Without it clients do not look for an authorization server. */
  readonly resource_metadata?: string;
}

/** The value of `WWW-Authenticate`. */
export function challenge(realm: string, parameters: ChallengeParameters = {}): string {
  const pairs = Object.entries({ realm, ...parameters })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}="${quotable(value)}"`);
  return `Bearer ${pairs.join(", ")}`;
}

/** A quoted-string of printable ASCII (RFC 9110, section 5.6.4). */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&");
}
