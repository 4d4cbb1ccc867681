/** Reads Bearer tokens and writes challenges (RFC 6750). */
import type { Exchange } from "./exchange.ts";

/** The syntax of RFC 6750, section 2.1, but wider than `b64token`: some issuers use `|` and `:` in tokens. */
const credentials = /^bearer +[\x21-\x7e]+[ \t]*$/i;
const attempt = /^bearer +\S/i;
const scheme = "bearer ";

/** Returns the token of a request; undefined if there is none, empty if it has invalid characters or occurs twice. */
export function bearerToken(exchange: Exchange): string | undefined {
  const authorization = exchange.header("authorization");
  if (authorization === undefined) return undefined;
  if (!credentials.test(authorization)) return attempt.test(authorization) ? "" : undefined;
  return exchange.isRepeated("authorization") ? "" : authorization.slice(scheme.length).trim();
}

/** Parameters of `WWW-Authenticate`: RFC 6750, section 3, and RFC 9728, section 5.1. Empty parameters are left out. */
export interface ChallengeParameters {
  readonly error?: "invalid_token" | "insufficient_scope";
  /** Scopes, separated by spaces. */
  readonly scope?: string;
  /** The address of the resource metadata. If absent, clients do not look for an authorization server. */
  readonly resource_metadata?: string;
}

/** Returns the value of `WWW-Authenticate`. */
export function challenge(realm: string, parameters: ChallengeParameters = {}): string {
  const pairs = Object.entries({ realm, ...parameters })
    .filter(([, value]) => value !== "")
    .map(([name, value]) => `${name}="${quotable(value)}"`);
  return `Bearer ${pairs.join(", ")}`;
}

/** Escapes a text for a quoted-string of printable ASCII (RFC 9110, section 5.6.4). */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&");
}
