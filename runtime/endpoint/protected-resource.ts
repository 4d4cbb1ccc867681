/** The metadata and challenges of an MCP server as an OAuth protected resource (RFC 9728; MCP, "Authorization"). */
import { allScopes } from "../calls/redaction.ts";
import { authSchemes, type Service } from "../service/service.ts";
import type { TokenIssuer } from "../service/token-issuer.ts";
import type { ChallengeParameters } from "./bearer.ts";

const wellKnown = "/.well-known/oauth-protected-resource";

/** A server that accepts access tokens of `issuer`. Its methods take the public URL, since that may depend on the request. */
export class ProtectedResource {
  readonly issuer: TokenIssuer;
  readonly #service: Service;
  readonly #scopes: ReadonlySet<string>;

  constructor(service: Service, issuer: TokenIssuer) {
    this.issuer = issuer;
    this.#service = service;
    this.#scopes = allScopes(service);
  }

  /** Returns the canonical URL of this server: the audience of its tokens. */
  resourceAt(publicUrl: string): string {
    return publicUrl.replace(/\/$/, "") + this.#service.path;
  }

  /** Returns the URL of a resource's metadata: the well-known path comes before the path of the resource. */
  metadataUrl(resource: string): string {
    const { origin, pathname } = new URL(resource);
    return origin + wellKnown + (pathname === "/" ? "" : pathname);
  }

  /** Returns the parameters of a challenge that let a client sign in. */
  signIn(resource: string): Required<Pick<ChallengeParameters, "resource_metadata" | "scope">> {
    return { resource_metadata: this.metadataUrl(resource), scope: [...this.#scopes].join(" ") };
  }

  /** Returns the metadata if they are at this path: with the path of the resource, or without it for clients that know only the host. */
  metadataAt(path: string, publicUrl: string): string | undefined {
    if (!path.startsWith(wellKnown)) return undefined;
    const resource = this.resourceAt(publicUrl);
    const own = new URL(this.metadataUrl(resource)).pathname;
    if (path !== wellKnown && path !== own && path !== wellKnown + this.#service.path) return undefined;
    const { title, name, websiteUrl } = this.#service.server;
    return JSON.stringify({
      resource,
      authorization_servers: this.issuer.authorizationServers,
      ...(this.#scopes.size > 0 && { scopes_supported: [...this.#scopes] }),
      bearer_methods_supported: ["header"],
      resource_name: title ?? name,
      ...(websiteUrl !== undefined && { resource_documentation: websiteUrl }),
    });
  }

  /** Returns the parameters that let a client get more scopes. They include its present scopes, since some clients request only the scopes in the challenge. */
  stepUp(missing: readonly string[], granted: ReadonlySet<string>, resource: string): ChallengeParameters {
    const scope = [...this.#scopes.intersection(granted).union(new Set(missing))].join(" ");
    return { scope, resource_metadata: this.metadataUrl(resource) };
  }
}

/** @throws TypeError if the deployment accepts other tokens than the spec declares */
export function protectedResource(
  service: Service,
  issuer: TokenIssuer | undefined,
): ProtectedResource | undefined {
  const isPromised = authSchemes(service.auth).includes("oauth");
  if (issuer === undefined && isPromised)
    throw new TypeError("This service needs oauth: its callers send tokens of an authorization server.");
  if (issuer !== undefined && !isPromised && service.auth.offers === undefined)
    throw new TypeError(
      "This service does not accept OAuth: its spec needs `scheme: oauth` or `offers: [oauth]`.",
    );
  return issuer && new ProtectedResource(service, issuer);
}
