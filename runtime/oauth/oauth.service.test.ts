/** OAuth on the wire: metadata, challenges and step-up, with and without personal tokens. */
import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import {
  type AuthRules,
  type BearerRequest,
  createMcpHandler,
  type McpHandler,
  type McpServerOptions,
  type Service,
} from "@toolwright/runtime";
import { jwtIssuer } from "@toolwright/runtime/oauth";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { AuthorizationServer } from "../test/support/oauth/authorization-server.ts";
import { notes } from "../test/support/wire/notes.ts";
import { callerOf, NotesHandlers } from "../test/support/wire/notes-handlers.ts";
import { callTool, modern, rpc } from "../test/support/wire/rpc.ts";
import { serve } from "../test/support/wire/serving.ts";

let issuer: AuthorizationServer;
beforeAll(async () => {
  issuer = await AuthorizationServer.start();
});
afterAll(() => issuer.close());

const wellKnown = "/.well-known/oauth-protected-resource";
const allScopes = "notes:read notes:pii notes:write";

async function serveWith(auth: Partial<AuthRules>, options: Partial<McpServerOptions> = {}) {
  const service: Service = {
    ...notes,
    auth: { ...notes.auth, ...auth },
    server: { ...notes.server, protocolVersions: ["2025-11-25", "2026-07-28"] },
  };
  const authenticate = ({ token }: BearerRequest) => (token.includes(".") ? undefined : callerOf(token));
  const served = await serve({ service, authenticate, oauth: jwtIssuer(issuer), ...options });
  onTestFinished(() => served.server.close());
  return { ...served, metadataUrl: new URL(wellKnown + served.url.pathname, served.url).href };
}

const both = { scheme: ["bearer", "oauth"] } as const;
const only = { scheme: "oauth" } as const;
const offered = { scheme: "bearer", offers: ["oauth"] } as const;

describe("metadata", () => {
  test.each([wellKnown, `${wellKnown}/api/mcp`])("%s describes the server", async (path) => {
    const { url } = await serveWith(both);
    const answer = await fetch(new URL(path, url));
    expect([answer.status, answer.headers.get("content-type"), await answer.json()]).toEqual([
      200,
      "application/json",
      {
        resource: url.href,
        authorization_servers: [issuer.issuer],
        scopes_supported: allScopes.split(" "),
        bearer_methods_supported: ["header"],
        resource_name: "Notes",
      },
    ]);
  });

  test("name the public URL, also one with a path that a proxy takes away", async () => {
    const { url } = await serveWith(both, { publicUrl: "https://example.org/team/" });
    const answer = await fetch(new URL(`${wellKnown}/team/api/mcp`, url));
    expect(await answer.json()).toMatchObject({ resource: "https://example.org/team/api/mcp" });
    const { headers } = await rpc(url, "ping", undefined, "revoked");
    expect(headers.get("www-authenticate")).toContain(
      `resource_metadata="https://example.org${wellKnown}/team/api/mcp"`,
    );
  });

  test("are read by GET, from hosts and pages that the server allows", async () => {
    const { url } = await serveWith(both, { origins: ["https://app.example.org"] });
    const metadata = new URL(wellKnown, url);
    const from = (origin: string) => fetch(metadata, { headers: { Origin: origin } });
    const posted = await fetch(metadata, { method: "POST" });
    expect([posted.status, posted.headers.get("allow")]).toEqual([405, "GET"]);
    expect((await from("https://evil.example")).status).toBe(403);
    const listed = await from("https://app.example.org");
    expect([listed.status, listed.headers.get("access-control-allow-origin")]).toEqual([
      200,
      "https://app.example.org",
    ]);
  });

  test("other addresses of OAuth are left to the routes, where an authorization server may be", async () => {
    const { url } = await serveWith(both, {
      routes(_, response) {
        response.end("mine");
        return true;
      },
    });
    const answer = await fetch(new URL("/.well-known/oauth-authorization-server", url));
    expect(await answer.text()).toBe("mine");
  });

  test("answer 404 if the deployment does not accept OAuth, and nothing else changes", async () => {
    const { url } = await serveWith(offered, { oauth: undefined });
    const answer = await fetch(new URL(wellKnown, url));
    const { headers, message } = await rpc(url, "ping", undefined, "revoked");
    expect([answer.status, headers.get("www-authenticate"), message.error.message]).toEqual([
      404,
      'Bearer realm="notes", error="invalid_token"',
      'This access token is not valid: it may be mistyped, expired or revoked. Send an Authorization header with "Bearer" and a valid access token. Get one here: Settings -> Tokens.',
    ]);
  });
});

describe("a handler in another server answers for its metadata, and for nothing else of OAuth", () => {
  const path = "/team/mcp";
  const mounted = (options: { publicUrl?: string } = {}) =>
    createMcpHandler(
      { ...notes, auth: { ...notes.auth, ...offered } },
      {
        handlers: new NotesHandlers(),
        authenticate: ({ token }) => callerOf(token),
        oauth: jwtIssuer(issuer),
        path,
        ...options,
      },
    );

  /** The server's own page, or what the handler answers, at an origin. */
  type Mount = (mcp: McpHandler) => Promise<{ origin: string; ask(path: string): Promise<Response> }>;
  const mounts: Readonly<Record<string, Mount>> = {
    async "fetch()"(mcp) {
      const origin = "http://localhost:3000";
      const ask = async (at: string) => (await mcp.handle(new Request(origin + at))) ?? new Response("mine");
      return { origin, ask };
    },
    async "node(), behind a router that takes a prefix away"(mcp) {
      const server = createServer((request, response) => {
        const originalUrl = request.url ?? "";
        Object.assign(request, { originalUrl, url: originalUrl.replace(/^\/team/, "") });
        mcp.node(request, response, () => response.end("mine"));
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      onTestFinished(() => void server.close());
      const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
      return { origin, ask: (at) => fetch(origin + at) };
    },
  };

  test.each(Object.entries(mounts))("%s", async (_, mount) => {
    const { origin, ask } = await mount(mounted());
    for (const at of [wellKnown, wellKnown + path])
      expect(await (await ask(at)).json()).toMatchObject({ resource: origin + path });
    for (const at of [`${wellKnown}/mcp`, `${wellKnown}/other`, "/.well-known/oauth-authorization-server"])
      expect(await (await ask(at)).text()).toBe("mine");
  });

  test("with a public URL the metadata and the challenge name it, whatever the inner address is", async () => {
    const { fetch: ask } = mounted({ publicUrl: "https://notes.example/tools" });
    const headers = { Host: "notes.example", "Content-Type": "application/json" };
    const at = (inner: string, init: RequestInit) =>
      ask(new Request(`http://10.0.0.7:8080${inner}`, { ...init, headers }));
    const metadata = await at(`${wellKnown}/tools${path}`, {});
    expect(await metadata.json()).toMatchObject({ resource: `https://notes.example/tools${path}` });
    const refused = await at(path, { method: "POST", body: "{}" });
    expect([refused.status, refused.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="notes", resource_metadata="https://notes.example${wellKnown}/tools${path}", scope="${allScopes}"`,
    ]);
  });
});

describe("HTTP 401 has what a client needs to sign in", () => {
  const post = (url: URL, headers: Record<string, string>) =>
    fetch(url, {
      method: "POST",
      headers: { "Content-Type": "application/json", ...headers },
      body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
    });

  test.each([both, only, offered])("%j", async (auth) => {
    const { url, metadataUrl } = await serveWith(auth, auth === only ? { authenticate: undefined } : {});
    const signIn = `resource_metadata="${metadataUrl}", scope="${allScopes}"`;
    const without = await post(url, {});
    expect([without.status, without.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="notes", ${signIn}`,
    ]);
    const wrong = await post(url, { Authorization: "Bearer revoked" });
    expect([wrong.status, wrong.headers.get("www-authenticate")]).toEqual([
      401,
      `Bearer realm="notes", error="invalid_token", ${signIn}`,
    ]);
  });

  test("a token in the query, in a form or in a cookie is not accepted", async () => {
    const { url } = await serveWith(both);
    const token = await issuer.token(url.href);
    const inQuery = new URL(url);
    inQuery.searchParams.set("access_token", token);
    expect((await post(inQuery, {})).status).toBe(401);
    expect((await post(url, { Cookie: `access_token=${token}` })).status).toBe(401);
    const form = { "Content-Type": "application/x-www-form-urlencoded" };
    expect((await fetch(url, { method: "POST", headers: form, body: `access_token=${token}` })).status).toBe(
      401,
    );
    expect((await post(url, { Authorization: `Bearer ${token}` })).status).toBe(200);
  });
});

test.each([both, only, offered])("%j: a token for this server is accepted, and no other", async (auth) => {
  const { url, calls } = await serveWith(auth, auth === only ? { authenticate: undefined } : {});
  const { structuredContent } = await callTool(url, "notes_get", { id: "ana" }, await issuer.token(url.href));
  expect(structuredContent).toEqual({ id: "ana", text: "Grüße – 👋", author: { name: "Ana" } });
  expect(calls).toMatchObject([{ account: "ana", outcome: "ok" }]);
  const past = Math.floor(Date.now() / 1000) - 120;
  const refused = [
    issuer.token(url.origin),
    issuer.token(url.href, { iss: "https://other.example.org" }),
    issuer.token(url.href, { exp: past }),
    issuer.token(url.href, { nbf: past + 600 }),
  ];
  for (const token of refused) expect((await rpc(url, "ping", undefined, await token)).status).toBe(401);
});

test("a client of a token of OAuth gets HTTP 403, with the scopes that it has and those that the call needs", async () => {
  const { url, metadataUrl } = await serveWith(both);
  const params = { name: "notes_edit", arguments: { id: "ana", text: "x" } };
  const token = await issuer.token(url.href, { scope: "notes:read unrelated" });
  for (const answer of [
    await rpc(url, "tools/call", params, token),
    await modern(url, { method: "tools/call", params, token }),
  ]) {
    expect([answer.status, answer.headers.get("www-authenticate")]).toEqual([
      403,
      `Bearer realm="notes", error="insufficient_scope", scope="notes:read notes:write", resource_metadata="${metadataUrl}"`,
    ]);
    expect(answer.message.result._meta["dev.toolwright/failure"].code).toBe("insufficient_scope");
  }
  const personal = await rpc(url, "tools/call", params, "notes:read");
  expect([personal.status, personal.message.result.isError]).toEqual([200, true]);
});

test("an authorization server that does not answer makes HTTP 503, and personal tokens go on", async () => {
  const gone = await AuthorizationServer.start();
  const { url } = await serveWith(both, { oauth: jwtIssuer(gone) });
  const token = await gone.token(url.href);
  gone.close();
  expect((await rpc(url, "ping", undefined, token)).status).toBe(503);
  expect((await rpc(url, "ping")).status).toBe(200);
});

test("the rate counts all tokens of one client and account together", async () => {
  const { url } = await serveWith(only, { authenticate: undefined });
  for (let sent = 0; sent < 5; sent++)
    expect((await rpc(url, "ping", undefined, await issuer.token(url.href))).status).toBe(200);
  expect((await rpc(url, "ping", undefined, await issuer.token(url.href))).status).toBe(429);
  const other = await issuer.token(url.href, { client_id: "another" });
  expect((await rpc(url, "ping", undefined, other)).status).toBe(200);
});

test.each<[string, Partial<AuthRules>, Partial<McpServerOptions>, string]>([
  [
    "OAuth that the spec promises is missing",
    only,
    { oauth: undefined, authenticate: undefined },
    "needs oauth",
  ],
  ["OAuth that the spec does not mention is there", {}, {}, "does not accept OAuth"],
  ["personal tokens are missing beside it", both, { authenticate: undefined }, "needs authenticate()"],
  ["personal tokens are there though the spec has none", only, {}, "OAuth tokens only"],
])("a server does not start if %s", async (_, auth, options, message) => {
  await expect(serveWith(auth, options)).rejects.toThrow(message);
});
