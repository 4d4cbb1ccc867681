/** A certified authorization server for tests, which lets everybody in at once: registration, PKCE, resource indicators, JWTs. */
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import Provider from "oidc-provider";

export interface RunningProvider {
  readonly issuer: string;
  close(): void;
}

export async function startProvider(scopes: readonly string[]): Promise<RunningProvider> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const issuer = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const scope = scopes.join(" ");
  const provider = new Provider(issuer, {
    clients: [
      {
        client_id: "known",
        redirect_uris: ["http://127.0.0.1/callback"],
        application_type: "native",
        token_endpoint_auth_method: "none",
      },
    ],
    scopes: ["openid", ...scopes],
    cookies: { keys: ["test"] },
    findAccount: (_, accountId) => ({ accountId, claims: () => ({ sub: accountId }) }),
    interactions: { url: (_, { uid }) => `/interaction/${uid}` },
    features: {
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

  /** Stands in for the pages on which a person signs in and consents. */
  async function signIn(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { params } = await provider.interactionDetails(request, response);
    const grant = new provider.Grant({ accountId: "ana", clientId: String(params.client_id) });
    grant.addOIDCScope(String(params.scope));
    grant.addResourceScope(String(params.resource), String(params.scope));
    const result = { login: { accountId: "ana" }, consent: { grantId: await grant.save() } };
    await provider.interactionFinished(request, response, result);
  }

  server.on("request", (request: IncomingMessage, response: ServerResponse) => {
    if (request.url?.startsWith("/interaction/")) void signIn(request, response);
    else void answer(request, response);
  });
  return {
    issuer,
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
}

/** Behaves like a browser: follows redirects and keeps cookies, until it reaches the address of the client. */
export async function browse(start: string): Promise<Response> {
  const cookies = new Map<string, string>();
  let address = start;
  for (let hops = 0; hops < 20; hops++) {
    const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
    const response = await fetch(address, { redirect: "manual", headers: { cookie } });
    for (const set of response.headers.getSetCookie()) {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(set) ?? [];
      cookies.set(name, value);
    }
    const location = response.headers.get("location");
    if (location === null) return response;
    address = new URL(location, address).href;
  }
  throw new Error(`The browser was sent around: ${address}`);
}
