/** The command at servers that want a token: what they show without one is judged. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, onTestFinished, test } from "vitest";
import schema from "../report-schema.json" with { type: "json" };
import { type Ended, runIn } from "../test/support/run-check.ts";

/** A server that takes one token. @param describe its documents at paths; `own` is its address */
async function serve(describe: (own: string) => Readonly<Record<string, object>>): Promise<string> {
  const server = createServer(async (request, response) => {
    const own = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    response.setHeader("content-type", "application/json");
    if (request.method === "GET") {
      const document = describe(own)[request.url ?? ""];
      return void response.writeHead(document ? 200 : 404).end(JSON.stringify(document ?? {}));
    }
    const { id, method } = (await json(request).catch(() => ({}))) as { id?: number; method?: string };
    if (request.headers.authorization !== "Bearer right") {
      const metadata = `${own}/.well-known/oauth-protected-resource/mcp`;
      const challenge = `Bearer error="invalid_token", resource_metadata="${metadata}"`;
      return void response.writeHead(401, { "www-authenticate": challenge }).end("{}");
    }
    const results: Readonly<Record<string, object>> = {
      initialize: {
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "guarded", version: "1.0.0" },
      },
      "tools/list": { tools: [] },
      ping: {},
    };
    const result = results[method ?? ""];
    const answer = result ? { result } : { error: { code: -32601, message: "Unknown method" } };
    response.writeHead(id === undefined ? 202 : 200);
    response.end(id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

const documents = (own: string, more: object = {}, login: object = {}) => ({
  "/.well-known/oauth-protected-resource/mcp": {
    resource: `${own}/mcp`,
    authorization_servers: [own],
    ...more,
  },
  "/.well-known/oauth-authorization-server": { code_challenge_methods_supported: ["S256"], ...login },
});

let folder = "";

function check(...args: readonly string[]): Promise<Ended> {
  folder = mkdtempSync(join(tmpdir(), "check-sign-in-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return runIn(folder, [...args, "--lock", join(folder, "mcp.lock.json")]);
}

test("without a token, the sign-in is judged, and the exit code says that the rest was not checked", async () => {
  const url = await serve((own) => documents(own));
  const { code, out, err } = await check("--url", url);
  expect({ code, err }).toEqual({ code: 2, err: "" });
  expect(out).toContain("what needs no token: 6 rules checked, 0 broken");
  expect(out).toContain("Sign in with --login, or pass a token with --token TOKEN, as in CI.");
  expect(out).toMatch(/The rest was not checked: the server wants a token\.\n$/);
});

test.each([
  ["without a token", []],
  ["with one", ["--token", "right"]],
])("%s, metadata that name another resource and no PKCE are findings", async (name, args) => {
  const url = await serve((own) =>
    documents(own, { resource: `${own}/other` }, { code_challenge_methods_supported: undefined }),
  );
  const { code, out } = await check("--url", url, ...args, "--format", "json");
  const report = JSON.parse(out);
  const [section] = report.sections.filter((each: { name: string }) => each.name === "protocol");
  const codes = section.findings
    .map(({ level, code: named }: { level: string; code: string }) => `${level} ${named}`)
    .filter((each: string) => each.includes("oauth/"));
  expect(codes).toEqual(["fail oauth/names-itself", "fail oauth/offers-pkce"]);
  expect(code).toBe(name === "with one" ? 1 : 2);
  expect(report.sentence).toMatch(/^\d+ rules of MCP are broken\./);
  expect(new Ajv2020({ strict: false }).compile(schema)(report)).toBe(true);
});

test("what is written needs the whole server: no lock file, and the message says how to go on", async () => {
  const url = await serve((own) => documents(own));
  const { code, out, err } = await check("--url", url, "--update");
  expect({ code, out }).toEqual({ code: 2, out: "" });
  expect(err).toContain("it wants credentials (401). Sign in with --login");
  expect(existsSync(join(folder, "mcp.lock.json"))).toBe(false);
});

test("a report is written, too", async () => {
  const url = await serve((own) => documents(own));
  const file = join(tmpdir(), `sign-in-${process.pid}.md`);
  onTestFinished(() => rmSync(file, { force: true }));
  expect((await check("--url", url, "--report", file)).code).toBe(2);
  expect(readFileSync(file, "utf8")).toContain("The rest was not checked: the server wants a token.");
});
