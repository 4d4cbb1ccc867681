/** An authorization server for the tests: a certified one, on loopback, where everybody is let in at once. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";
import { scopes } from "../generated/scopes.ts";

const scope = Object.keys(scopes).join(" ");
/** A program that gets tokens without a person. */
const machine = { client_id: "machine", client_secret: "secret" };

export interface AuthorizationServer {
  readonly issuer: string;
  /** A token for the server at this address with these scopes. */
  tokenFor(server: URL, scopes: readonly string[]): Promise<string>;
}

export async function startAuthorizationServer(): Promise<AuthorizationServer> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  // It ends with the tests.
  server.unref();
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const provider = new Provider(issuer, {
    clients: [{ ...machine, grant_types: ["client_credentials"], redirect_uris: [], response_types: [] }],
    // With `offline_access`, clients may register for refresh tokens, as the official ones do. They need not request the scope.
    scopes: [...scope.split(" "), "offline_access"],
    issueRefreshToken: (_, client) => client.grantTypeAllowed("refresh_token"),
    // A refresh token works once, for the client that it was issued to; a second use ends all tokens of the sign-in.
    rotateRefreshToken: true,
    expiresWithSession: () => false,
    ttl: { AccessToken: 60 * 60, RefreshToken: 14 * 24 * 60 * 60 },
    cookies: { keys: ["test"] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
      clientCredentials: { enabled: true },
      devInteractions: { enabled: false },
      registration: { enabled: true },
      resourceIndicators: {
        enabled: true,
        useGrantedResource: () => true,
        getResourceServerInfo: (_, audience) => ({ scope, audience, accessTokenFormat: "jwt" }),
      },
    },
  });
  const answer = provider.callback();
  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) void signIn(provider, request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    async tokenFor(resource, wanted) {
      const form = { grant_type: "client_credentials", resource: resource.href, scope: wanted.join(" ") };
      const response = await fetch(`${issuer}/token`, {
        method: "POST",
        headers: { Authorization: `Basic ${btoa(`${machine.client_id}:${machine.client_secret}`)}` },
        body: new URLSearchParams(form),
      });
      const { access_token: token } = (await response.json()) as { access_token?: string };
      if (!token) throw new Error(`No token: HTTP ${response.status}`);
      return token;
    },
  };
}

/** Stands in for the pages on which a person signs in and consents. */
async function signIn(provider: Provider, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { params } = await provider.interactionDetails(request, response);
  const grant = new provider.Grant({ accountId: "ana", clientId: String(params.client_id) });
  grant.addOIDCScope(String(params.scope));
  grant.addResourceScope(String(params.resource), String(params.scope));
  const result = { login: { accountId: "ana" }, consent: { grantId: await grant.save() } };
  await provider.interactionFinished(request, response, result);
}
