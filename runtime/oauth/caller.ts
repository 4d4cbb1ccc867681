/** Reads the caller from the claims of an access token (RFC 9068) or of an introspection response (RFC 7662). */
import type { Caller } from "../service/caller.ts";

/** The claims of a token by name, as its issuer wrote them. */
export type Claims = Readonly<Record<string, unknown>>;

/** The caller of an access token. `account` is the subject. The request rate counts by client and subject, since tokens are replaced every hour. */
export interface OAuthCaller extends Caller {
  /** Id of the client, if the token names it. */
  readonly client: string | undefined;
  /** Milliseconds since the epoch; undefined if the token has no expiry. */
  readonly expiresAt: number | undefined;
  /** All claims of the token: check them like any input. */
  readonly claims: Claims;
}

/** Returns the caller; undefined if the claims contain no subject. */
export function callerOfClaims(claims: Claims): OAuthCaller | undefined {
  const { sub, exp } = claims;
  if (typeof sub !== "string" || sub === "") return undefined;
  const client = [claims.client_id, claims.azp].find((id) => typeof id === "string");
  return {
    account: sub,
    token: JSON.stringify(["oauth", client, sub]),
    scopes: scopesIn(claims),
    client,
    expiresAt: typeof exp === "number" ? exp * 1000 : undefined,
    claims,
  };
}

/** Reads the scopes. `scope` is a text with a list (RFC 8693, section 4.2); some issuers use `scp`, or an array. */
function scopesIn({ scope, scp }: Claims): ReadonlySet<string> {
  const names = toList(scope ?? scp);
  return new Set(names.filter((name): name is string => typeof name === "string" && name !== ""));
}

function toList(claim: unknown): readonly unknown[] {
  if (typeof claim === "string") return claim.split(" ");
  return Array.isArray(claim) ? claim : [];
}
