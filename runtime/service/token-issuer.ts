/** The part of OAuth 2.1 that a deployment supplies: the issuer of access tokens, and the way this server reads them. */
import type { Awaitable } from "./awaitable.ts";
import type { Caller } from "./caller.ts";

/** Reads access tokens; `jwtIssuer` and `introspectionIssuer` of `@toolwright/runtime/oauth` make one. */
export interface TokenIssuer<C extends Caller = Caller> {
  /** Issuer identifiers of the authorization servers; clients find them in the metadata of this server (RFC 9728). */
  readonly authorizationServers: readonly string[];
  /**
   * Returns the caller of an access token; undefined if the token is not valid, or not for `resource`, the URL of this server.
   *
   * @param address the IP address of the client, by which an issuer may limit requests with unknown tokens
   * @throws Unavailable if that cannot be decided at the moment
   */
  authenticate(token: string, resource: string, address?: string): Awaitable<C | undefined>;
}
