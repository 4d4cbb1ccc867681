/** Finds the authorization server of an MCP server (RFC 9728, RFC 8414, OpenID Connect Discovery). */
import type { JsonObject } from "../cases/edits.ts";
import { type FetchedDocument, fetchDocument, isProtected, LoginError, leadsInside } from "./documents.ts";

/** The metadata of an MCP server about signing in. */
export interface ProtectedResource {
  /** The identifier that tokens are bound to (RFC 8707). */
  readonly resource: string;
  /** The authorization server that the MCP server names first. */
  readonly authorizationServer: URL;
  /** The scopes that the server asks for; undefined: it does not say. */
  readonly scope?: string;
}

export interface AuthorizationServer {
  readonly issuer: string;
  readonly authorizationEndpoint: URL;
  readonly tokenEndpoint: URL;
  /** Left out where clients cannot register themselves. */
  readonly registrationEndpoint?: URL;
  /** Whether answers name their issuer (RFC 9207). */
  readonly namesIssuer: boolean;
}

/**
 * The metadata of a protected resource: from the address in its challenge, else from the well-known ones.
 *
 * @param challenge the header `WWW-Authenticate` of a 401
 * @returns undefined if the server publishes none
 * @throws LoginError for metadata of another server
 */
export async function findProtectedResource(
  server: URL,
  challenge: string | null,
): Promise<ProtectedResource | undefined> {
  const named = parameterIn(challenge, "resource_metadata");
  const addresses = [...(named === undefined ? [] : [named]), ...wellKnownAddresses(server)];
  for (const address of addresses) {
    const url = URL.parse(address);
    if (url === null || leadsInside(server, url)) continue;
    const { status, body } = await fetchDocument(url);
    if (status === 200 && body) return readResource(body, server, parameterIn(challenge, "scope"));
  }
  return undefined;
}

function wellKnownAddresses({ origin, pathname }: URL): string[] {
  const root = `${origin}/.well-known/oauth-protected-resource`;
  return pathname === "/" ? [root] : [`${root}${pathname}`, root];
}

function readResource(body: JsonObject, server: URL, challenged: string | undefined): ProtectedResource {
  const { resource, authorization_servers: servers, scopes_supported: scopes } = body;
  const first: unknown = Array.isArray(servers) ? servers[0] : undefined;
  if (typeof resource !== "string" || typeof first !== "string" || !URL.canParse(first))
    throw new LoginError("the metadata of the server name no resource or no authorization server");
  if (!isPartOf(server, resource))
    throw new LoginError(`the metadata are those of ${resource}, which is another server`);
  const authorizationServer = new URL(first);
  if (leadsInside(server, authorizationServer))
    throw new LoginError(`the server names an authorization server on this machine, ${first}`);
  const supported = Array.isArray(scopes) ? scopes.filter((each) => typeof each === "string") : [];
  const scope = challenged ?? (supported.length > 0 ? supported.join(" ") : undefined);
  return { resource, authorizationServer, ...(scope !== undefined && { scope }) };
}

/** A resource may be the endpoint, or a folder above it (RFC 9728, section 3.3; MCP, Authorization). */
function isPartOf(server: URL, resource: string): boolean {
  const parsed = URL.parse(resource);
  if (parsed === null || parsed.origin !== server.origin) return false;
  const folder = parsed.pathname.replace(/\/*$/, "/");
  return `${server.pathname.replace(/\/*$/, "/")}`.startsWith(folder);
}

/** @throws LoginError if the server publishes no metadata, or no PKCE with S256 */
export async function readAuthorizationServer(issuer: URL): Promise<AuthorizationServer> {
  const { origin, pathname } = issuer;
  const path = pathname.replace(/\/$/, "");
  const addresses = new Set([
    `${origin}/.well-known/oauth-authorization-server${path}`,
    `${origin}/.well-known/openid-configuration${path}`,
    `${origin}${path}/.well-known/openid-configuration`,
  ]);
  for (const address of addresses) {
    const { status, body }: FetchedDocument = await fetchDocument(new URL(address));
    if (status === 200 && body) return readServer(body, issuer);
  }
  throw new LoginError(`the authorization server ${issuer.href} publishes no metadata`);
}

function readServer(body: JsonObject, expected: URL): AuthorizationServer {
  const issuer = String(body.issuer);
  if (issuer.replace(/\/$/, "") !== expected.href.replace(/\/$/, ""))
    throw new LoginError(`the metadata of ${expected.href} are those of ${issuer}`);
  const methods = body.code_challenge_methods_supported;
  if (!Array.isArray(methods) || !methods.includes("S256"))
    throw new LoginError(`${issuer} does not say that it supports PKCE (S256), which MCP requires`);
  const endpoint = (name: string) => endpointIn(body, name, expected);
  return {
    issuer,
    authorizationEndpoint: endpoint("authorization_endpoint"),
    tokenEndpoint: endpoint("token_endpoint"),
    ...(body.registration_endpoint !== undefined && {
      registrationEndpoint: endpoint("registration_endpoint"),
    }),
    namesIssuer: body.authorization_response_iss_parameter_supported === true,
  };
}

function endpointIn(body: JsonObject, name: string, issuer: URL): URL {
  const url = URL.parse(String(body[name]));
  if (url === null || !isProtected(url) || leadsInside(issuer, url))
    throw new LoginError(`${name} in the metadata is not an https address`);
  return url;
}

/** A parameter of a challenge such as `Bearer resource_metadata="https://..."`. */
function parameterIn(challenge: string | null, name: string): string | undefined {
  const [, quoted, token] =
    new RegExp(`[\\s,]${name}=(?:"((?:[^"\\\\]|\\\\.)*)"|([^\\s,"]+))`, "i").exec(challenge ?? "") ?? [];
  return quoted?.replaceAll(/\\(.)/g, "$1") ?? token;
}
