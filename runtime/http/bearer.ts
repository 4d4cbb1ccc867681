/** Reads Bearer tokens and writes challenges (RFC 6750). */
import type { IncomingMessage } from "node:http";

/** RFC 6750, section 2.1; wider than its `b64token`, since some issuers use `|` and `:` in tokens. */
const credentials = /^bearer +[\x21-\x7e]+[ \t]*$/i;
const attempt = /^bearer +\S/i;
const scheme = "bearer ";

/** The token of a request: undefined if it has none, empty if what it has cannot be a token. */
export function bearerToken({ headers, rawHeaders }: IncomingMessage): string | undefined {
  const { authorization } = headers;
  if (authorization === undefined) return undefined;
  if (!credentials.test(authorization)) return attempt.test(authorization) ? "" : undefined;
  return isRepeated(rawHeaders, "authorization") ? "" : authorization.slice(scheme.length).trim();
}

/** Whether a header occurs more than once; of some headers Node keeps only the first. `name` is in lower case. */
export function isRepeated(rawHeaders: readonly string[], name: string): boolean {
  let count = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const header = rawHeaders[at]!;
    if (header.length === name.length && header.toLowerCase() === name) count++;
  }
  return count > 1;
}

/** The value of `WWW-Authenticate`. It has no `resource_metadata`, since there is no OAuth server to discover. */
export function challenge(realm: string, parameters: Readonly<Record<string, string>> = {}): string {
  const pairs = Object.entries({ realm, ...parameters }).map(
    ([name, value]) => `${name}="${quotable(value)}"`,
  );
  return `Bearer ${pairs.join(", ")}`;
}

/** A quoted-string of printable ASCII (RFC 9110, section 5.6.4). */
function quotable(text: string): string {
  return text.replaceAll(/[^\x20-\x7e]/g, "?").replaceAll(/["\\]/g, "\\$&");
}
