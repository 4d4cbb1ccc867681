/**
 * Signs in as MCP clients do (MCP 2025-11-25, Authorization): metadata, registration or a client id, a page in a browser, and a
 * callback on loopback. The token stays in memory.
 */
import { spawn } from "node:child_process";
import type { HttpSource, Source } from "../server-options/source.ts";
import { UsageError } from "../usage/usage-error.ts";
import { listenForCallback } from "./callback.ts";
import { authorizationPage, makeSecrets, redeemAnswer, registerClient } from "./client.ts";
import { fetchDocument, LoginError } from "./documents.ts";
import { findProtectedResource, type ProtectedResource, readAuthorizationServer } from "./metadata.ts";

/** The time that a user has to sign in. */
const timeoutMs = 5 * 60_000;

/** The parts of the process that a sign-in uses. */
export interface LoginIo {
  /** Takes the sentences for the user. The page opens in a browser only if this is a terminal (`isTTY`). */
  readonly stderr: { write(text: string): unknown; readonly isTTY?: boolean };
  /** The variables of the environment: `BROWSER` names the browser, or `none`. */
  readonly env: Readonly<Record<string, string | undefined>>;
  /** Ends the wait for the user. */
  readonly signal?: AbortSignal;
}

/** The server at which a user signs in. */
export interface Login {
  /** The MCP endpoint. */
  readonly url: URL;
  /** Headers that the endpoint needs beside the token. */
  readonly headers?: Readonly<Record<string, string>>;
  /** The id of a client that the authorization server knows, if it registers no clients. */
  readonly clientId?: string | undefined;
  /** The scopes that the user is asked to allow. Left out: those that the server names. */
  readonly scopes?: readonly string[];
}

/** What a sign-in gives. */
export interface SignedIn {
  /** The access token, without `Bearer `. */
  readonly token: string;
  /** The scopes that the user allowed. */
  readonly scopes: readonly string[];
}

/** Returns the source with a token, if it says that the user signs in. @throws UsageError if that fails */
export async function signedInSource(source: Source, io: LoginIo): Promise<Source> {
  if (source.kind !== "http" || source.login === undefined) return source;
  const { url, headers, login } = source;
  const { token } = await signIn({ url, headers, clientId: login.clientId }, io);
  return {
    kind: "http",
    url,
    headers: { ...headers, authorization: `Bearer ${token}` },
  } satisfies HttpSource;
}

/** Signs a user in, and returns the token. Waits for the user for five minutes. @throws UsageError that says why the sign-in failed */
export async function signIn(login: Login, io: LoginIo): Promise<SignedIn> {
  if (io.env.CI !== undefined && !["", "0", "false"].includes(io.env.CI))
    throw new UsageError("--login needs a person with a browser, and this is CI. Pass a token with --token.");
  try {
    return await signInAt(login, io);
  } catch (error) {
    if (!(error instanceof LoginError)) throw error;
    throw new UsageError(`The sign-in failed: ${error.message}.`);
  }
}

async function signInAt({ url, headers = {}, clientId, scopes }: Login, io: LoginIo): Promise<SignedIn> {
  const found = await findProtectedResource(url, await readChallenge(url, headers));
  if (found === undefined)
    throw new LoginError(`${url.origin} says nothing about signing in (RFC 9728). Pass a token with --token`);
  const server = await readAuthorizationServer(found.authorizationServer);
  const secrets = makeSecrets();
  const callback = await listenForCallback(secrets.state, { timeoutMs, signal: io.signal });
  try {
    const scope = scopesToRequest(scopes, found);
    const redirectUri = callback.url;
    const client =
      clientId === undefined
        ? await registerClient(server, redirectUri, scope)
        : { id: clientId, usesHeader: false };
    const request = { server, client, redirectUri, resource: found.resource, scope, secrets };
    showPage(authorizationPage(request), io);
    const { token, scope: allowed = scope ?? "" } = await redeemAnswer(await callback.answer, request);
    return { token, scopes: allowed.split(" ").filter((each) => each !== "") };
  } finally {
    callback.close();
  }
}

function scopesToRequest(wanted: readonly string[] = [], { scope }: ProtectedResource): string | undefined {
  return wanted.length > 0 ? wanted.join(" ") : scope;
}

/** The challenge of a 401 without a token; null if the server answers something else. */
async function readChallenge(url: URL, headers: Readonly<Record<string, string>>): Promise<string | null> {
  const params = {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "toolwright", version: "1.0.0" },
  };
  const { status, headers: answered } = await fetchDocument(url, {
    method: "POST",
    headers: {
      ...headers,
      "content-type": "application/json",
      accept: "application/json, text/event-stream",
    },
    body: JSON.stringify({ jsonrpc: "2.0", id: 1, method: "initialize", params }),
  });
  return status === 401 ? answered.get("www-authenticate") : null;
}

const browsers: Readonly<Partial<Record<NodeJS.Platform, readonly string[]>>> = {
  darwin: ["open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/** Prints the address of the page. On a terminal, also opens it with the program in the variable BROWSER or the default browser. */
function showPage({ href }: URL, { stderr, env }: LoginIo): void {
  stderr.write(
    `Sign in with a browser on this machine, within ${timeoutMs / 60_000} minutes (without a person, as in CI: --token):\n\n  ${href}\n\n`,
  );
  if (stderr.isTTY !== true || env.BROWSER === "none") return;
  const [program = "xdg-open", ...args] = env.BROWSER ? [env.BROWSER] : (browsers[process.platform] ?? []);
  spawn(program, [...args, href], { stdio: "ignore", detached: true })
    .on("error", () => undefined)
    .unref();
}
