/** An app that signs in by OAuth, as clients of MCP do, and the browser of the person who allows it. */
import { generateKeyPairSync, hash, randomBytes, sign } from "node:crypto";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";
import type { OwnerBrowser } from "./owner.ts";
import type { Page } from "./visitor.ts";

export interface OAuthAnswer {
  readonly status: number;
  readonly body: Record<string, unknown>;
  readonly headers: Headers;
}

/** The address on loopback to which browsers come back, and with what they came. */
export async function callback() {
  const came: URLSearchParams[] = [];
  const server = createServer((request, response) => {
    came.push(new URL(request.url ?? "", "http://callback.invalid").searchParams);
    response.end("Signed in");
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const { port } = server.address() as AddressInfo;
  return { uri: `http://127.0.0.1:${port}/callback`, came };
}

export async function oauthApp(publicUrl: string, endpoint: string) {
  const back = await callback();

  async function send(path: string, init: RequestInit): Promise<OAuthAnswer> {
    const response = await fetch(publicUrl + path, init);
    const text = await response.text();
    return { status: response.status, body: text === "" ? {} : JSON.parse(text), headers: response.headers };
  }
  const form = (path: string, entries: Record<string, string>) =>
    send(path, { method: "POST", body: new URLSearchParams(entries) });

  const register = (metadata: object = {}) =>
    send("/oauth/register", {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({
        client_name: "Agent",
        redirect_uris: [back.uri],
        token_endpoint_auth_method: "none",
        ...metadata,
      }),
    });

  /** The address that the app opens in the browser. */
  function authorization(clientId: string, verifier: string, more: Record<string, string | undefined> = {}) {
    const parameters = {
      response_type: "code",
      client_id: clientId,
      redirect_uri: back.uri,
      code_challenge: hash("sha256", verifier, "base64url"),
      code_challenge_method: "S256",
      scope: "forms:read forms:write",
      state: "state",
      resource: endpoint,
      ...more,
    };
    const present = Object.entries(parameters).filter(
      (entry): entry is [string, string] => entry[1] !== undefined,
    );
    return `/oauth/authorize?${new URLSearchParams(present)}`;
  }

  const exchange = (clientId: string, code: string, verifier: string, more: Record<string, string> = {}) =>
    form("/oauth/token", {
      grant_type: "authorization_code",
      client_id: clientId,
      code,
      code_verifier: verifier,
      redirect_uri: back.uri,
      ...more,
    });

  const renew = (clientId: string, token: string, more: Record<string, string> = {}) =>
    form("/oauth/token", { grant_type: "refresh_token", client_id: clientId, refresh_token: token, ...more });

  /** Runs the whole flow from registration to tokens. */
  async function connect(browser: OwnerBrowser, more: Record<string, string | undefined> = {}) {
    const { client_id } = (await register()).body;
    const clientId = String(client_id);
    const verifier = randomBytes(32).toString("base64url");
    await allow(browser, await browser.open(authorization(clientId, verifier, more)));
    const code = back.came.at(-1)?.get("code") ?? "";
    const { body } = await exchange(clientId, code, verifier);
    return {
      clientId,
      verifier,
      code,
      access: String(body.access_token),
      refresh: String(body.refresh_token),
      body,
    };
  }

  return { back, send, form, register, authorization, exchange, renew, connect };
}

/** Presses the button on the page of consent. */
export function allow(
  browser: OwnerBrowser,
  page: Page,
  entries: Record<string, string | string[]> = {},
): Promise<Page> {
  return browser.send(page, new URL(page.url).pathname, { go: "allow", ...entries });
}

/** An app with a key of its own, by which it proves at the token endpoint who it is (`private_key_jwt`, RFC 7523). */
export function appKey() {
  const { privateKey, publicKey } = generateKeyPairSync("ec", { namedCurve: "P-256" });
  const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString("base64url");
  return {
    jwks: { keys: [{ ...publicKey.export({ format: "jwk" }), alg: "ES256", use: "sig" }] },
    /** Returns the additional parameters for the token endpoint of an issuer. */
    proof(clientId: string, issuer: string, claims: object = {}) {
      const [now, jti] = [Math.floor(Date.now() / 1000), randomBytes(16).toString("hex")];
      const all = { iss: clientId, sub: clientId, aud: issuer, iat: now, exp: now + 60, jti, ...claims };
      const signed = `${encoded({ alg: "ES256" })}.${encoded(all)}`;
      const signature = sign("sha256", Buffer.from(signed), { key: privateKey, dsaEncoding: "ieee-p1363" });
      return {
        client_assertion_type: "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
        client_assertion: `${signed}.${signature.toString("base64url")}`,
      };
    },
  };
}
