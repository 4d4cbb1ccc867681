import type { IncomingMessage } from "node:http";

/** RFC 6750, section 2.1; wider than its `b64token`, since real issuers put `|` and `:` into tokens. */
const credentials = /^bearer +[\x21-\x7e]+[ \t]*$/i;
const attempt = /^bearer +\S/i;
const scheme = "bearer ";

/** The token that a request carries: undefined if it sends none, empty if what it sends cannot be one. */
export function bearerToken({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  if (!credentials.test(authorization)) return attempt.test(authorization) ? "" : undefined;
  return isRepeated(rawHeaders, "authorization") ? "" : authorization.slice(scheme.length).trim();
}

/** Whether a header of this (lower case) name occurs more than once; Node keeps only the first of some. */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let seen = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]!;
    if (header.length === name.length && header.toLowerCase() === name) seen++;
  }
  return seen > 1;
}

/** The value of `WWW-Authenticate`, without `resource_metadata`: there is no OAuth server to discover. */
export function challenge(realm: string, parameters: Readonly<Record<string, string>> = {}): string {
  const written = Object.entries({ realm, ...parameters }).map(
    ([name, value]) => `${name}="${quotable(value)}"`,
  );
  return `Bearer ${written.join(", ")}`;
}

/** A quoted-string of printable ASCII (RFC 9110, section 5.6.4). */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&");
}
