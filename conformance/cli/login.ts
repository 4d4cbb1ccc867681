/** Signs in as MCP clients do: metadata, registration or a client id, a browser, and a callback on loopback. */
import { spawn } from "node:child_process";
import { randomBytes } from "node:crypto";
import { createServer } from "node:http";
import {
  auth,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from "@modelcontextprotocol/client";
import { UsageError } from "../usage/usage-error.ts";
import type { Io } from "./io.ts";

/** The time that a user has to sign in. */
const timeoutMs = 5 * 60_000;

export interface Login {
  /** The MCP endpoint. */
  readonly url: string;
  /** The id of a client that the authorization server knows, if it registers no clients. */
  readonly clientId: string | undefined;
  /** The scopes that the user is asked to allow. */
  readonly scopes: readonly string[];
}

export interface SignedIn {
  readonly token: string;
  /** The scopes that the user allowed. */
  readonly scopes: readonly string[];
}

/** Signs in. @throws UsageError if that fails */
export async function signIn(login: Login, io: Io): Promise<SignedIn> {
  const callback = await listenForCallback();
  const client = loopbackClient(callback.url, login.clientId, (address) => openBrowser(address, io));
  const scope = login.scopes.join(" ");
  try {
    await auth(client, { serverUrl: login.url, ...(scope !== "" && { scope }) });
    const answer = await callback.answer;
    const error = answer.get("error");
    if (error !== null) throw new Error(`${error}: ${answer.get("error_description") ?? "no reason"}`);
    if (answer.get("state") !== client.state()) throw new Error("the callback belongs to another sign-in");
    const iss = answer.get("iss");
    const authorizationCode = answer.get("code") ?? "";
    await auth(client, { serverUrl: login.url, authorizationCode, ...(iss !== null && { iss }) });
    const { access_token: token, scope: allowed } = client.tokens() ?? {};
    if (token === undefined) throw new Error("the authorization server issued no token");
    return { token, scopes: allowed === undefined ? login.scopes : allowed.split(" ") };
  } catch (error) {
    throw new UsageError(`The sign-in failed: ${error instanceof Error ? error.message : error}.`);
  } finally {
    callback.close();
  }
}

/** Creates the OAuth client of one sign-in, which keeps its state in memory. */
function loopbackClient(redirectUrl: string, clientId: string | undefined, openPage: (address: URL) => void) {
  const state = randomBytes(16).toString("base64url");
  const saved: {
    client?: StoredOAuthClientInformation;
    tokens?: StoredOAuthTokens;
    discovery?: OAuthDiscoveryState;
    verifier: string;
  } = { verifier: "", ...(clientId !== undefined && { client: { client_id: clientId } }) };
  return {
    redirectUrl,
    redirectToAuthorization: openPage,
    clientMetadata: {
      client_name: "Toolwright conformance",
      redirect_uris: [redirectUrl],
      grant_types: ["authorization_code"],
      response_types: ["code"],
      token_endpoint_auth_method: "none",
      application_type: "native",
    },
    state: () => state,
    /** A client id of the user belongs to the authorization server in the metadata. */
    clientInformation: (at) => saved.client && { ...(at && { issuer: at.issuer }), ...saved.client },
    saveClientInformation: (client) => void Object.assign(saved, { client }),
    tokens: () => saved.tokens,
    saveTokens: (tokens) => void Object.assign(saved, { tokens }),
    codeVerifier: () => saved.verifier,
    saveCodeVerifier: (verifier) => void Object.assign(saved, { verifier }),
    discoveryState: () => saved.discovery,
    saveDiscoveryState: (discovery) => void Object.assign(saved, { discovery }),
  } satisfies OAuthClientProvider;
}

async function listenForCallback() {
  const { promise: answer, resolve, reject } = Promise.withResolvers<URLSearchParams>();
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://127.0.0.1");
    const isCallback = pathname === "/callback";
    response
      .writeHead(isCallback ? 200 : 404, { "Content-Type": "text/plain", Connection: "close" })
      .end(isCallback ? "Done. You can close this page.\n" : "");
    if (isCallback) resolve(searchParams);
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const timer = setTimeout(() => reject(new Error("no answer came within 5 minutes")), timeoutMs);
  // If the caller no longer waits, another error came first.
  answer.catch(() => undefined);
  return {
    url: `http://127.0.0.1:${port}/callback`,
    /** The parameters that the authorization server sends in the redirect. */
    answer,
    close() {
      clearTimeout(timer);
      server.close();
    },
  };
}

const browsers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Prints the address of the page, and opens it with the program in the variable BROWSER or the default browser. */
function openBrowser(address: URL, { stderr, env }: Io): void {
  stderr.write(`Sign in with a browser on this machine:\n\n  ${address.href}\n\n`);
  if (!/^https?:$/.test(address.protocol) || env.BROWSER === "none") return;
  const [program = "xdg-open", ...args] = env.BROWSER ? [env.BROWSER] : (browsers[process.platform] ?? []);
  spawn(program, [...args, address.href], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
