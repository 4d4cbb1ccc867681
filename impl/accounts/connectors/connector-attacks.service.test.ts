/** Tests attacks on the authorization server. */
import type { IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { isPublicAddress, publicFetch } from "../../platform/outgoing/public-fetch.ts";
import { appSite } from "../../test/support/app-site.ts";
import { allow, appKey, callback, oauthApp } from "../../test/support/oauth-app.ts";
import { ownerPages } from "../../test/support/owner.ts";

const verifier = "v".repeat(43);
const evil = "https://evil.example/callback";

async function start() {
  const site = await appSite();
  const service = await ownerPages({ environment: { CONNECTORS: "on" }, fetchDocument: site.fetchDocument });
  const app = await oauthApp(service.publicUrl, service.endpoint);
  const clientId = String((await app.register()).body.client_id);
  return { site, service, app, clientId, ada: await service.signIn() };
}

test("returns a request for access only to an address of its app, even with an error", async () => {
  const { service, app, clientId, ada } = await start();
  const shown: [string, Record<string, string | undefined>][] = [
    ["another host", { redirect_uri: evil }],
    ["another path", { redirect_uri: `${app.back.uri}/more` }],
    ["a query on top", { redirect_uri: `${app.back.uri}?next=${evil}` }],
    ["a fragment", { redirect_uri: `${app.back.uri}#x` }],
    ["a user before the host", { redirect_uri: app.back.uri.replace("//", "//evil.example@") }],
    ["dots in the path", { redirect_uri: app.back.uri.replace("/callback", "/x/../callback") }],
    ["a script", { redirect_uri: "javascript:alert(1)" }],
    ["an unknown app", { client_id: "unknown" }],
    ["no address, where the app is unknown", { client_id: "unknown", redirect_uri: undefined }],
    ["another host, and an error that is reported otherwise", { redirect_uri: evil, response_type: "token" }],
    ["another host, and a scope that is none", { redirect_uri: evil, scope: '"' }],
  ];
  for (const [name, more] of shown) {
    const answer = await fetch(service.publicUrl + app.authorization(clientId, verifier, more), {
      redirect: "manual",
    });
    expect([name, answer.status, answer.headers.get("location")]).toEqual([name, 400, null]);
    expect(await answer.text()).toContain("This request cannot be continued");
  }
  const reported: [string, string, Record<string, string | undefined>][] = [
    ["no PKCE", "invalid_request", { code_challenge: undefined, code_challenge_method: undefined }],
    ["PKCE in the clear", "invalid_request", { code_challenge_method: "plain" }],
    [
      "PKCE without a method, which means in the clear",
      "invalid_request",
      { code_challenge_method: undefined },
    ],
    ["a token at once", "invalid_request", { response_type: "token" }],
    ["another resource", "invalid_target", { resource: "https://evil.example/mcp" }],
    ["no question", "login_required", { prompt: "none" }],
    ["parameters in a signed request", "request_not_supported", { request: "e30.e30." }],
    [
      "parameters at an address",
      "request_uri_not_supported",
      { request_uri: "https://evil.example/request" },
    ],
  ];
  for (const [name, error, more] of reported) {
    await ada.open(app.authorization(clientId, verifier, more));
    const answer = app.back.came.at(-1);
    // `iss` tells apps which server answers, so that they notice a mix-up (RFC 9207).
    expect([name, answer?.get("error"), answer?.get("iss"), answer?.get("state")]).toEqual([
      name,
      error,
      service.publicUrl,
      "state",
    ]);
  }
  expect(app.back.came.every((answer) => !answer.has("code"))).toBe(true);
});

test("an intercepted code is useless", async () => {
  const { app, clientId, ada } = await start();
  const other = String((await app.register()).body.client_id);
  const code = async () => {
    await allow(ada, await ada.open(app.authorization(clientId, verifier)));
    return app.back.came.at(-1)?.get("code") ?? "";
  };
  const attempts: [string, string, Record<string, string>][] = [
    ["another verifier", "invalid_grant", { code_verifier: "w".repeat(43) }],
    ["no verifier", "invalid_grant", { code_verifier: "" }],
    ["another app", "invalid_grant", { client_id: other }],
    ["another address", "invalid_grant", { redirect_uri: (await callback()).uri }],
    ["another resource", "invalid_target", { resource: "https://evil.example/mcp" }],
    ["another grant", "unsupported_grant_type", { grant_type: "password" }],
  ];
  for (const [name, error, more] of attempts) {
    const { status, body } = await app.exchange(clientId, await code(), verifier, more);
    expect([name, status, body.error]).toEqual([name, 400, error]);
    expect(body.access_token).toBeUndefined();
  }
  const { refresh } = await app.connect(ada);
  expect((await app.renew(other, refresh)).body.error).toBe("invalid_grant");
});

test("only the user of the page can consent, each time again, and only from the page itself", async () => {
  const { service, app, clientId, ada } = await start();
  const page = await ada.open(app.authorization(clientId, verifier));
  const path = new URL(page.url).pathname;
  const policy = page.headers.get("content-security-policy") ?? "";
  expect(policy).toContain("frame-ancestors 'none'");
  expect(policy).toContain(`form-action 'self' ${new URL(app.back.uri).origin}`);
  expect(page.headers.get("x-frame-options")).toBe("DENY");
  // Another browser, also one of the same person, does not have the request.
  const bob = await service.signIn("bob@example.org");
  for (const browser of [bob, await service.signIn()]) expect((await browser.open(path)).status).toBe(410);
  const cookie = [...ada.jar].map(([key, { value }]) => `${key.split(" ")[0]}=${value}`).join("; ");
  const [, csrf = ""] = /name="csrf" value="([^"]*)"/.exec(page.html) ?? [];
  const send = (headers: Record<string, string>, body: Record<string, string>) =>
    fetch(service.publicUrl + path, {
      method: "POST",
      redirect: "manual",
      headers: { Cookie: cookie, ...headers },
      body: new URLSearchParams({ go: "allow", scope: "forms:read", ...body }),
    });
  const origin = service.publicUrl;
  for (const [headers, body] of [
    [{}, { csrf }],
    [{ Origin: "https://evil.example" }, { csrf }],
    [{ Origin: origin }, {}],
    [{ Origin: origin }, { csrf: "x".repeat(22) }],
  ] as const)
    expect((await send(headers, body)).status).toBe(403);
  const nothing = await ada.send(page, path, { go: "allow", scope: [] });
  expect([nothing.status, nothing.html.includes("Choose at least one scope.")]).toEqual([422, true]);
  const more = await allow(ada, page, { scope: ["forms:read", "responses:read:pii"] });
  expect(more.html).toBe("Signed in");
  const { body } = await app.exchange(clientId, app.back.came.at(-1)?.get("code") ?? "", verifier);
  expect(body.scope).toBe("forms:read");
  expect((await ada.open(path)).status).toBe(410);
  // Whoever allowed an app once is asked again.
  const again = await ada.open(app.authorization(clientId, verifier));
  await ada.send(again, new URL(again.url).pathname, { go: "refuse" });
  expect(app.back.came.at(-1)?.get("error")).toBe("access_denied");
  const signedOut = await service.browser().open(app.authorization(clientId, verifier));
  expect(new URL(signedOut.url).pathname).toBe("/sign-in");
});

test("limits the registration of apps, and shows where the browser will go", async () => {
  const { service, app, ada } = await start();
  const refused: [string, object][] = [
    ["HTTP to a host", { redirect_uris: ["http://evil.example/callback"] }],
    ["a script", { redirect_uris: ["javascript:alert(1)"] }],
    ["a fragment", { redirect_uris: ["https://evil.example/#x"] }],
    ["no address", { redirect_uris: [] }],
    [
      "too many addresses",
      { redirect_uris: Array.from({ length: 11 }, (_, at) => `https://a${at}.example/`) },
    ],
    ["a long name", { client_name: "x".repeat(3_000) }],
    ["more than there is room for", { client_name: "x".repeat(60_000) }],
  ];
  for (const [name, metadata] of refused)
    expect([name, (await app.register(metadata)).status]).toEqual([name, 400]);
  const claims = {
    client_name: "Claude",
    client_uri: "https://claude.ai",
    redirect_uris: [evil],
    scope: "everything",
  };
  const registered = await app.register({ ...claims, token_endpoint_auth_method: "client_secret_post" });
  expect(registered.status).toBe(201);
  const page = await ada.open(
    app.authorization(String(registered.body.client_id), verifier, { redirect_uri: evil }),
  );
  for (const text of ["Claude", "evil.example", "This app has registered itself"])
    expect(page.html).toContain(text);
  expect(page.html).not.toContain("claude.ai");
  const { db } = service.storage;
  const expires_at = new Date(Date.now() + 3_600_000).toISOString();
  const others = Array.from({ length: 10_000 }, (_, at) => ({
    ...{ kind: "Client", hash: `of another network ${at}`, scopes: "", payload: "{}", expires_at },
  }));
  for (let at = 0; at < others.length; at += 1_000)
    await db
      .insertInto("oauth_records")
      .values(others.slice(at, at + 1_000))
      .execute();
  expect((await app.register()).status).toBe(429);
  await db.deleteFrom("oauth_records").where("hash", "like", "of another network %").execute();
  const statuses = new Set<number>();
  for (let at = 0; at < 100; at += 1) statuses.add((await app.register()).status);
  expect([...statuses]).toEqual([201, 429]);
  const long = await fetch(`${service.publicUrl}/oauth/authorize?state=${"x".repeat(5_000)}`);
  expect(long.status).toBe(414);
});

test("limits the number of waiting requests, and removes the oldest first", async () => {
  const { service, app, clientId, ada } = await start();
  const { db } = service.storage;
  const inMinutes = (minutes: number) => new Date(Date.now() + minutes * 60_000).toISOString();
  const own = await fetch(service.publicUrl + app.authorization(clientId, verifier), { redirect: "manual" });
  const waiting = Array.from({ length: 10_050 }, (_, at) => ({
    kind: "Interaction",
    hash: `of another network ${at}`,
    token_id: null,
    scopes: "",
    payload: "{}",
    // The first ones are older than the own one.
    expires_at: inMinutes(at < 10_000 ? 10 : 40),
  }));
  for (let at = 0; at < waiting.length; at += 1_000)
    await db
      .insertInto("oauth_records")
      .values(waiting.slice(at, at + 1_000))
      .execute();
  for (let at = 0; at < 100; at += 1)
    await fetch(service.publicUrl + app.authorization(clientId, verifier), { redirect: "manual" });
  const { count } = await db
    .selectFrom("oauth_records")
    .select(({ fn }) => fn.countAll<number>().as("count"))
    .where("kind", "=", "Interaction")
    .executeTakeFirstOrThrow();
  expect(Number(count)).toBeLessThanOrEqual(10_100);
  expect(Number(count)).toBeGreaterThan(9_900);
  expect((await ada.open(own.headers.get("location")!)).html).toContain("forms");
});

test("limits the data in an app's document", async () => {
  const { site, app, ada } = await start();
  const own = { redirect_uris: ["http://127.0.0.1/callback"] };
  const send =
    (body: string, headers = {}) =>
    (_: IncomingMessage, response: ServerResponse) =>
      void response.writeHead(200, { "Content-Type": "application/json", ...headers }).end(body);
  const answers: [string, (request: IncomingMessage, response: ServerResponse) => void][] = [
    ["nothing", (_, response) => void response.writeHead(404).end()],
    ["a redirection", (_, response) => void response.writeHead(302, { Location: `${site.url}?2` }).end()],
    ["10 MB", send(" ".repeat(10_000_000))],
    ["no end", (_, response) => void setInterval(() => response.write(" ".repeat(10_000)), 1).unref()],
    ["no JSON", send("<html>")],
    ["a list", send("[]")],
    ["another app", send(JSON.stringify({ ...own, client_id: "https://claude.ai/client.json" }))],
    ["a secret", send(JSON.stringify({ ...own, client_id: site.url, client_secret: "secret" }))],
    ["another address", send(JSON.stringify({ client_id: site.url, redirect_uris: [evil] }))],
  ];
  for (const [name, answer] of answers) {
    site.says(answer);
    const page = await ada.open(app.authorization(site.url, verifier));
    expect([name, page.status]).toEqual([name, 400]);
  }
  const before = site.asked.length;
  for (const id of [
    site.url.replace("https", "http"),
    `${site.url}#x`,
    site.url.replace("//", "//user@"),
    `${site.url}/../x`,
  ])
    expect((await ada.open(app.authorization(id, verifier))).status).toBe(400);
  expect(site.asked.length).toBe(before);
});

test("keys of an app are fetched within bounds, and by HTTPS only", async () => {
  const { site, service, app, ada } = await start();
  const key = appKey();
  const keysAt = new URL("/keys", site.url).href;
  const describe = (jwks_uri: string) =>
    app.register({ token_endpoint_auth_method: "private_key_jwt", jwks_uri });
  const exchange = async (clientId: string) => {
    await allow(ada, await ada.open(app.authorization(clientId, verifier)));
    const code = app.back.came.at(-1)?.get("code") ?? "";
    return app.exchange(clientId, code, verifier, key.proof(clientId, service.publicUrl));
  };
  const answers: [string, number, (response: ServerResponse) => void][] = [
    ["its keys", 200, (response) => void response.end(JSON.stringify(key.jwks))],
    ["nothing", 401, (response) => void response.writeHead(404).end()],
    ["a redirection", 401, (response) => void response.writeHead(302, { Location: "/other" }).end()],
    ["no end", 401, (response) => void setInterval(() => response.write(" ".repeat(10_000)), 1).unref()],
    ["no keys", 401, (response) => void response.end('{"keys":"none"}')],
  ];
  for (const [name, status, answer] of answers) {
    site.says((_, response) => answer(response));
    const clientId = String((await describe(keysAt)).body.client_id);
    const got = await exchange(clientId);
    expect([name, got.status]).toEqual([name, status]);
  }
  expect(site.asked).not.toContain("/other");
  const before = site.asked.length;
  const byHttp = await describe(keysAt.replace("https", "http"));
  expect([(await exchange(String(byHttp.body.client_id))).status, site.asked.length]).toEqual([401, before]);
});

test("documents are fetched from public addresses only", async () => {
  for (const [address, isPublic] of Object.entries({
    "8.8.8.8": true,
    "2606:4700::1111": true,
    "127.0.0.1": false,
    "10.1.2.3": false,
    "172.31.0.1": false,
    "192.168.1.1": false,
    "169.254.169.254": false,
    "100.64.0.1": false,
    "0.0.0.0": false,
    "224.0.0.1": false,
    "255.255.255.255": false,
    "::1": false,
    "::": false,
    "::ffff:8.8.8.8": false,
    "fe80::1": false,
    "fd00::1": false,
    "64:ff9b::a00:1": false,
    "2002:a00:1::": false,
    "2001:db8::1": false,
  }))
    expect([address, isPublicAddress(address)]).toEqual([address, isPublic]);
  const site = await appSite();
  const { port } = new URL(site.url);
  for (const resolved of [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], []]) {
    const fetchIt = publicFetch({ resolve: async () => resolved });
    await expect(fetchIt(site.url)).rejects.toThrow("has no public address");
  }
  for (const host of ["127.0.0.1", "[::1]", "[::ffff:127.0.0.1]", "2130706433", "localhost"])
    await expect(publicFetch()(`https://${host}:${port}/`)).rejects.toThrow("has no public address");
  await expect(publicFetch()("http://example.org/")).rejects.toThrow("Only https://");
  expect(site.asked).toEqual([]);
});
