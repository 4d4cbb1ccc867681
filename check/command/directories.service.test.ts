/** `--for`: the criteria of directories at our own interface, at servers of others, and at cards that are wrong. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { createMcpServer } from "@toolwright/runtime";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { healthyServers } from "../../conformance/test/support/servers/first-runs.ts";
import entry from "../../generated/server.json" with { type: "json" };
import { service } from "../../generated/tools.ts";
import { unimplemented } from "../../generated/unimplemented.ts";
import { serverCardSchemaUri } from "../directories/index.ts";
import { readSignIn } from "../running-server/sign-in.ts";
import { listenHostile } from "../test/support/hostile-server.ts";
import { type Ended, runIn } from "../test/support/run-check.ts";

let folder = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "directories-"));
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function run(...args: readonly string[]): Promise<Ended> {
  return runIn(folder, [...args, "--lock", join(folder, "mcp.lock.json")]);
}

/** The section alone. */
function check(...args: readonly string[]) {
  const others = ["breaks", "protocol", "clients", "cost", "descriptions"];
  return run(...args, ...others.flatMap((name) => ["--without", name]));
}

/** The findings of a section, as `level code`. */
async function findingsOf(...args: readonly string[]): Promise<string[]> {
  const { out, err } = await check(...args, "--format", "json");
  expect(err).toBe("");
  const { sections } = JSON.parse(out);
  const [{ findings }] = sections;
  return findings.map(({ level, code }: Record<string, string>) => `${level} ${code}`);
}

describe("our own fourteen tools", () => {
  test("no directory rejects them, and the page says why two sentences are not kept by the letter", async () => {
    const caller = { account: "a", token: "t", scopes: new Set<string>() };
    const login = await serveLogin();
    const server = createMcpServer({
      service,
      handlers: unimplemented,
      authenticate: () => caller,
      oauth: { authorizationServers: [login], authenticate: () => undefined },
      openaiAppsChallenge: "token-7",
    });
    const url = await server.listen(0);
    onTestFinished(() => server.close(0));
    mkdirSync(join(folder, "generated"));
    writeFileSync(join(folder, "generated", "server.json"), JSON.stringify(entry));
    const args = ["--url", url, "--token", "t", "--for", "claude,chatgpt,registry"];
    expect(await findingsOf(...args)).toEqual(["advice chatgpt-restricted-data", "note claude-hint-false"]);
    const { out } = await check(...args);
    expect(out).not.toContain("no server.json here");
    expect(out).toContain(`Server card: ${url}/server-card`);
    const page = readFileSync(join(import.meta.dirname, "../../docs/directories.md"), "utf8");
    const reasons = page.slice(
      page.indexOf("## Sentences that our form service does not keep by the letter"),
    );
    for (const code of ["chatgpt-restricted-data", "claude-hint-false"]) expect(reasons).toContain(code);
  });
});

describe("servers of others", () => {
  test("a library without a server card takes static tokens", async () => {
    const { serve, target } = healthyServers.library!;
    const { url, close } = await serve();
    onTestFinished(close);
    const [first] = target.tokens ?? [];
    const args = ["--url", url, "--token", first?.token ?? "", "--for", "claude,chatgpt,registry"];
    expect(await findingsOf(...args)).toEqual([
      "fail claude-title",
      "fail claude-oauth",
      "fail chatgpt-hints",
      "fail chatgpt-resource-metadata",
      "advice chatgpt-challenge",
      "note claude-hint-false",
    ]);
    const { out } = await check(...args);
    expect(out).toContain(`Not checked: ${url}/server-card has no server card.`);
    expect(out).toContain("Not checked for the MCP Registry: there is no server.json here.");
    expect(out).toContain("claude-test-account");
  });
});

describe("signing in", () => {
  test("a login page in place of a 401, and metadata that name an authorization server without PKCE", async () => {
    const login = await serveLogin({ code_challenge_methods_supported: ["plain"] });
    const documents = {
      "/.well-known/oauth-protected-resource/mcp": {
        body: { resource: "http://localhost/mcp", authorization_servers: [login] },
        headers: {},
      },
      "/.well-known/openai-apps-challenge": { body: { token: "a" }, headers: {} },
    };
    const { url } = await serveClock(documents, { location: "/login" });
    const { out } = await check("--url", url, "--token", "t", "--for", "chatgpt", "--format", "json");
    const [{ findings }] = JSON.parse(out).sections;
    const lines = findings.flatMap(({ code, shown = [] }: { code: string; shown: string[] }) =>
      shown.slice(1).map((line) => `${code}: ${line}`),
    );
    expect(lines).toEqual([
      "chatgpt-401: status 302, location /login",
      `chatgpt-pkce: ${login}/.well-known/oauth-authorization-server`,
      'chatgpt-pkce: code_challenge_methods_supported: ["plain"]',
      'chatgpt-challenge: content-type none, {"token":"a"}',
    ]);
  });

  test("hosts that a server names are asked only where that is allowed", async () => {
    const login = await serveLogin();
    const resource = {
      body: { resource: "http://localhost/mcp", authorization_servers: [login] },
      headers: {},
    };
    const { url } = await serveClock({ "/.well-known/oauth-protected-resource/mcp": resource });
    const { host } = new URL(url);
    const found = await readSignIn(new URL(url), 5_000, (address) => address.host === host);
    expect(found).toMatchObject({ status: 200, resource: { document: resource.body } });
    expect(found).not.toHaveProperty("authorization");
    expect(await readSignIn(new URL(url), 5_000, () => true)).toHaveProperty("authorization");
  });

  test("the request without a token has the other headers", async () => {
    const { url, received, close } = await listenHostile("healthy");
    onTestFinished(close);
    const headers = { authorization: "Bearer t", "x-key": "k" };
    await readSignIn(new URL(url), 5_000, () => true, headers);
    expect(received.map(({ authorization, "x-key": key }) => [authorization, key])).toEqual([
      [undefined, "k"],
    ]);
  });

  test("a server that is open to everybody needs no sign-in, and one over stdio shows none", async () => {
    const { url } = await serveClock({});
    const found = await findingsOf("--url", url, "--for", "claude,chatgpt");
    expect(found.filter((each) => /401|oauth|resource|pkce|registration/.test(each))).toEqual([]);
    const program = join(import.meta.dirname, "../../conformance/test/support/servers/units-program.ts");
    const command = `"${process.execPath}" --conditions=toolwright-source "${program}"`;
    const { out } = await check("--command", command, "--for", "claude");
    expect(out).toContain(
      "since this server does not show it: claude-oauth, claude-https, claude-401, claude-callback",
    );
  });

  test("pages are read for the origin that each host wants", async () => {
    const page = { uri: "ui://clock/face", name: "face", mimeType: "text/html;profile=mcp-app" };
    const content = {
      ...page,
      text: "<html></html>",
      _meta: { ui: { domain: "https://clock.example.org" } },
    };
    const { url } = await serveClock(
      {},
      {
        "resources/list": { resources: [page] },
        "resources/read": { contents: [content] },
      },
    );
    expect(await findingsOf("--url", url, "--for", "claude,chatgpt")).toEqual(
      expect.arrayContaining(["fail claude-ui-domain", "advice chatgpt-ui-csp"]),
    );
  });
});

const card = {
  $schema: serverCardSchemaUri,
  name: "org.example/clock",
  description: "Tells the time.",
  version: "1.0.0",
};
const headers = {
  "content-type": "application/mcp-server-card+json",
  "access-control-allow-origin": "*",
  "cache-control": "public, max-age=3600",
};

describe("server cards", () => {
  test("a good card at its reserved address, without ETag and catalog", async () => {
    const { url } = await serveClock({ "/mcp/server-card": { body: card, headers } });
    expect(await findingsOf("--url", url, "--for", "claude")).toEqual([
      "fail claude-title",
      "fail claude-hint",
      "advice card-etag",
      "note card-catalog",
    ]);
  });

  test("is asked for without the token of the server, and with its media type", async () => {
    const { url, asked } = await serveClock({ "/mcp/server-card": { body: card, headers } });
    await check("--url", url, "--token", "secret", "--for", "claude");
    expect(asked.map(({ path }) => path)).toContain("/mcp/server-card");
    for (const { path, authorization, accept } of asked) {
      expect(authorization).toBeUndefined();
      if (path.startsWith("/.well-known/openai")) continue;
      expect(accept).toMatch(/^application\/(?:mcp-server-card|ai-catalog)\+json/);
    }
  });

  test("a wrong card fails", async () => {
    const body = { ...card, name: "clock", version: "2.0.0" };
    const { url } = await serveClock({ "/mcp/server-card": { body, headers } });
    const { code, out } = await check("--url", url, "--for", "registry");
    expect(code).toBe(1);
    expect(out).toMatch(/FAIL {4}server card \/name {2}\[card-schema\]/);
    expect(await findingsOf("--url", url, "--for", "registry")).toContain("advice card-same-identity");
    expect(out).toContain("1 criterion is not met.");
  });

  test("is found by the AI Catalog of the host, at an address there or in the catalog itself", async () => {
    const listed = (member: object) => ({
      "/.well-known/ai-catalog.json": {
        body: { specVersion: "1.0", entries: [{ type: headers["content-type"], ...member }] },
        headers: { "content-type": "application/ai-catalog+json" },
      },
    });
    const inline = await serveClock(listed({ data: { ...card, version: "0.9.0" } }));
    expect(await findingsOf("--url", inline.url, "--for", "registry")).toEqual(["advice card-same-identity"]);
    const elsewhere = await serveClock(listed({ url: "https://cards.example.org/clock" }));
    const { out } = await check("--url", elsewhere.url, "--for", "registry");
    expect(out).toContain(
      "the server card is on another host. Name it: --card https://cards.example.org/clock",
    );
  });

  test.each([{ error: "not found" }, { $schema: { toString: 1, valueOf: 1 } }])(
    "%j at that address is no card",
    async (body) => {
      const page = { body, headers: { "content-type": "application/json" } };
      const { url } = await serveClock({ "/mcp/server-card": page });
      expect((await check("--url", url, "--for", "registry")).out).toContain(
        `${url}/server-card has no server card.`,
      );
    },
  );

  test("where earlier drafts had the card, one is named, and not held against the rules of today", async () => {
    const former = "/.well-known/mcp/server-card.json";
    const { url } = await serveClock({
      [former]: { body: { name: "clock", tools: [] }, headers: { "content-type": "application/json" } },
    });
    const { code, out } = await check("--url", url, "--for", "registry");
    expect(code).toBe(0);
    expect(out).toContain(`where this host has one. Check it with --card ${new URL(former, url).href}`);
  });

  test("--card names a file", async () => {
    const { url } = await serveClock({});
    writeFileSync(join(folder, "card.json"), JSON.stringify({ ...card, tools: [] }));
    expect(await findingsOf("--url", url, "--for", "registry", "--card", "card.json")).toEqual([
      "advice card-no-primitives",
    ]);
  });
});

test("an accepted finding fails when nothing needs it, unless its directory is not asked for", async () => {
  const program = join(import.meta.dirname, "../../conformance/test/support/servers/units-program.ts");
  const server = ["--command", `"${process.execPath}" --conditions=toolwright-source "${program}"`];
  const stale = 'nothing needs "claude-title then" any more';
  await run(...server, "--update");
  const { out } = await run(...server, "--for", "claude");
  expect(out).toContain("[claude-title]");
  const accepted = [...out.matchAll(/--accept "(.*)" --reason/g)].flatMap(([, id]) => ["--accept", id!]);
  await run(...server, "--for", "claude", ...accepted, "--reason", "it is not listed");
  const lock = join(folder, "mcp.lock.json");
  const list = JSON.parse(readFileSync(lock, "utf8"));
  list.accepted.push({ finding: "claude-title then", reason: "a tool that is gone" });
  writeFileSync(lock, JSON.stringify(list));
  expect((await run(...server, "--for", "claude")).out).toContain(stale);
  expect((await run(...server, "--for", "registry")).out).not.toContain(stale);
  expect((await run(...server)).out).not.toContain(stale);
});

test.each<[string[], string]>([
  [["--for", "cluade"], 'There is no "cluade"; there are: claude, chatgpt, registry.'],
  [["--for", ""], 'There is no ""; there are: claude, chatgpt, registry.'],
  [["--card", "card.json"], "--card and --server-json go with --for"],
  [["--for", "registry", "--server-json", "no-such.json"], "There is no no-such.json."],
  [["--for", "claude", "--card", "no-such.json"], "There is no no-such.json."],
])("%j: exit code 2", async (args, words) => {
  const { url } = await serveClock({});
  expect(await check("--url", url, ...args)).toMatchObject({
    code: 2,
    out: "",
    err: expect.stringContaining(words),
  });
});

interface Document {
  readonly body: object;
  readonly headers: Readonly<Record<string, string>>;
}

/** An authorization server: its metadata. */
async function serveLogin(more: object = {}): Promise<string> {
  const server = createServer((_, response) => {
    response.setHeader("content-type", "application/json");
    response.end(
      JSON.stringify({
        code_challenge_methods_supported: ["S256"],
        client_id_metadata_document_supported: true,
        ...more,
      }),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** A server with one tool, and documents at paths. `location` is where it sends requests without a token. */
async function serveClock(
  documents: Readonly<Record<string, Document>>,
  { location, ...more }: { readonly location?: string; readonly [method: string]: unknown } = {},
) {
  const asked: { path: string; authorization: string | undefined; accept: string | undefined }[] = [];
  const server = createServer(async (request, response) => {
    if (request.method === "GET") {
      const path = request.url ?? "";
      const { authorization, accept } = request.headers;
      if (!path.includes("oauth")) asked.push({ path, authorization, accept });
      const document = documents[path];
      response.writeHead(document ? 200 : 404, document?.headers ?? {});
      response.end(document && JSON.stringify(document.body));
      return;
    }
    if (location !== undefined && request.headers.authorization === undefined) {
      response.writeHead(302, { location }).end();
      return;
    }
    const { id, method } = (await json(request).catch(() => ({}))) as { id?: number; method?: string };
    const results: Readonly<Record<string, unknown>> = {
      ...more,
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {}, ...("resources/list" in more && { resources: {} }) },
        serverInfo: { name: "clock", version: "1.0.0" },
      },
      "tools/list": {
        tools: [{ name: "now", description: "Tells the time.", inputSchema: { type: "object" } }],
      },
    };
    const result = results[method ?? ""];
    const error = { code: -32601, message: "Unknown method" };
    response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
    response.end(
      id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`, asked };
}
