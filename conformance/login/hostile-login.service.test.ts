/** Signing in at servers that are wrong or hostile: each ends with a sentence, and no code or token goes where it should not. */
import { createHash } from "node:crypto";
import { request } from "node:http";
import { connect } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { type behaviours, startHostile } from "../test/support/oauth/hostile-authorization.ts";
import { listenForCallback } from "./callback.ts";
import { fetchDocument } from "./documents.ts";
import { signIn } from "./login.ts";
import { findProtectedResource } from "./metadata.ts";

/** Signs in; the address that is printed is opened as in a browser. @returns what the user is told */
async function signInAt(behaviour: keyof typeof behaviours) {
  const server = await startHostile(behaviour, "token-1");
  onTestFinished(server.close);
  const pages: string[] = [];
  let said = "";
  const interrupted = new AbortController();
  let opened: Promise<void> | undefined;
  const stderr = {
    write(text: string) {
      said += text;
      const [, address] = /^ {2}(http\S+)$/m.exec(text) ?? [];
      if (address !== undefined) opened = open(address);
    },
  };
  async function open(address: string): Promise<void> {
    const response = await fetch(address);
    pages.push(`${response.status} ${await response.text()}`);
    // A stranger's answer is not taken: the command waits on, until the user gives up.
    if (response.status === 404) interrupted.abort();
  }
  const result = await signIn({ url: server.url }, { stderr, env: {}, signal: interrupted.signal }).catch(
    (error: Error) => error.message,
  );
  await opened;
  return { server, pages, said, result };
}

test("a healthy server: state, PKCE with S256, the resource, and a token that is not printed", async () => {
  const { server, pages, said, result } = await signInAt("healthy");
  expect(result).toEqual({ token: "token-1", scopes: ["read"] });
  expect(said).not.toContain("token-1");
  expect(pages).toEqual(["200 You can close this page. The command goes on.\n"]);
  const [page, form] = [server.pages[0]!, server.redeemed[0]!];
  const verifier = form.get("code_verifier") ?? "";
  expect(verifier).toMatch(/^[\w-]{43,128}$/);
  expect(page.get("state")).toMatch(/^[\w-]{32,}$/);
  expect(Object.fromEntries(page)).toMatchObject({
    response_type: "code",
    code_challenge: createHash("sha256").update(verifier).digest("base64url"),
    code_challenge_method: "S256",
    resource: server.url.href,
    scope: "read",
  });
  expect(Object.fromEntries(form)).toMatchObject({
    grant_type: "authorization_code",
    code: "code-1",
    client_id: "client-1",
    redirect_uri: page.get("redirect_uri"),
    resource: server.url.href,
  });
  expect(page.get("redirect_uri")).toMatch(/^http:\/\/127\.0\.0\.1:\d+\/callback$/);
});

const refused: readonly [keyof typeof behaviours, says: string][] = [
  ["another issuer", "are those of https://elsewhere.example"],
  ["no PKCE", "does not say that it supports PKCE (S256), which MCP requires"],
  ["plain HTTP", "token_endpoint in the metadata is not an https address"],
  ["a script as its page", "authorization_endpoint in the metadata is not an https address"],
  ["no registration", "registers no clients. Register one there"],
  ["no metadata", "publishes no metadata"],
  ["too much metadata", "sends more than 1 MiB"],
  ["another resource", "which is another server"],
  ["a refused registration", "invalid:"],
  ["no client", "registered a client without an id"],
  ["another state", "interrupted"],
  ["no state", "interrupted"],
  ["a mix-up", "the callback comes from another authorization server (RFC 9207)"],
  ["no issuer in the answer", "the callback comes from another authorization server (RFC 9207)"],
  ["no code", "the callback has no code"],
  ["a refusal", "access_denied:"],
  ["a refused code", "invalid_grant: no reason"],
  ["a page as token", "the authorization server answered with HTTP 200"],
  ["a redirected token", "the authorization server answered with HTTP 307"],
  ["no token", "the authorization server issued no token"],
  ["a token of two lines", "the authorization server issued no token"],
  ["another type of token", "the authorization server issued a token that is no bearer token"],
];

test.each(refused)("%s: a sentence, and no code or token goes elsewhere", async (behaviour, says) => {
  const { server, result } = await signInAt(behaviour);
  expect(result).toMatch(/^The sign-in failed: .*\.$/);
  expect(result).toContain(says);
  expect(result).not.toMatch(/[\p{Cc}\p{Bidi_Control}]/u);
  const isIssued = /token|code$/.test(behaviour) && behaviour !== "no code";
  expect(server.redeemed).toHaveLength(isIssued && !/page|redirected|refused/.test(behaviour) ? 1 : 0);
});

test("a callback of another does not end the wait, and the user sees that of a refusal", async () => {
  expect((await signInAt("another state")).pages).toEqual(["404 This is not the answer to the sign-in.\n"]);
  expect((await signInAt("a refusal")).pages).toEqual([
    "200 The sign-in failed. The command says why. You can close this page.\n",
  ]);
});

test("the wait ends after its time, and an interrupted one at once", async () => {
  const late = await listenForCallback("state", { timeoutMs: 30 });
  onTestFinished(late.close);
  await expect(late.answer).rejects.toThrow(/^the user did not sign in within/);
  const interrupted = await listenForCallback("state", { timeoutMs: 60_000, signal: AbortSignal.abort() });
  onTestFinished(interrupted.close);
  await expect(interrupted.answer).rejects.toThrow("interrupted");
});

test("only a GET is the answer, and a browser's idle connection does not keep the port open", async () => {
  const { url, answer, close } = await listenForCallback("state", { timeoutMs: 60_000 });
  const { port } = new URL(url);
  const idle = connect(Number(port), "127.0.0.1");
  await new Promise((resolve) => idle.once("connect", resolve));
  const status = await new Promise((resolve) => {
    request(`${url}?state=state&code=1`, { method: "POST" }, (response) =>
      resolve(response.statusCode),
    ).end();
  });
  expect(status).toBe(404);
  expect(await (await fetch(`${url}?state=state&code=1`)).text()).toContain("The command goes on.");
  expect((await answer).get("code")).toBe("1");
  const ended = new Promise((resolve) => idle.once("close", resolve));
  close();
  await ended;
});

test("a server elsewhere cannot send the client to services of this machine", async () => {
  const elsewhere = new URL("https://server.invalid/mcp");
  const challenge = 'Bearer resource_metadata="http://127.0.0.1:9/secret"';
  await expect(findProtectedResource(elsewhere, challenge)).rejects.toThrow(
    /^https:\/\/server\.invalid does not answer/,
  );
});

test("metadata over plain HTTP are not fetched", async () => {
  await expect(fetchDocument(new URL("http://server.invalid/x"))).rejects.toThrow(
    "http://server.invalid is neither https nor on this machine",
  );
});
