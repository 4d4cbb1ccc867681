/** Clients that others have written, as their users set them up. */
import { spawn } from "node:child_process";
import { createServer } from "node:http";
import { createRequire } from "node:module";
import type { AddressInfo } from "node:net";
import { dirname, join } from "node:path";
import { Client as ModernClient, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { SkillsClient } from "@modelcontextprotocol/client/ext/skills";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { describe, expect, onTestFinished, test } from "vitest";
import { service } from "../../generated/tools.ts";
import { openBrowser } from "./support/browser.ts";
import { dataDir } from "./support/data-dir.ts";
import { connect, startService } from "./support/service.ts";

const require = createRequire(import.meta.url);
const inspector = dirname(require.resolve("@modelcontextprotocol/inspector/package.json"));
const mcpRemote = dirname(require.resolve("mcp-remote/package.json"));

const toolNames = service.tools.map(({ name }) => name);
const pong = {
  status: "ok",
  protocol_version: "2025-11-25",
  server: { name: service.server.name, version: service.server.version },
};

async function start() {
  const { endpoint, mint } = await startService();
  return { endpoint, token: (await mint()).token };
}

test("the client of SDK 1.x lists and calls", async () => {
  const { endpoint, token } = await start();
  const client = await connect(endpoint, token);
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  expect((await client.callTool({ name: "service_ping" })).structuredContent).toEqual(pong);
});

describe("the client of SDK 2.x", () => {
  test.each([
    ["legacy", "legacy", "2025-11-25"],
    ["auto", "modern", "2026-07-28"],
    [{ pin: "2026-07-28" }, "modern", "2026-07-28"],
  ] as const)("lists, calls and is refused, told to speak %j", async (mode, era, version) => {
    const { endpoint, token } = await start();
    const client = new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }));
    onTestFinished(() => client.close());
    expect([client.getProtocolEra(), client.getNegotiatedProtocolVersion()]).toEqual([era, version]);
    expect(client.getServerVersion()).toMatchObject(pong.server);
    expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
    expect((await client.callTool({ name: "service_ping", arguments: {} })).structuredContent).toEqual(pong);
    const nothing = { form_id: `frm_${"0".repeat(22)}` };
    const refused = await client.callTool({ name: "service_get_form", arguments: nothing });
    expect(refused).toMatchObject({ isError: true });
  });
});

test("the inspector only criticises types as arrays, which other clients need", async () => {
  const { endpoint, token } = await start();
  const args = [
    ...["--cli", endpoint, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
    ...["--method", "tools/list", "--strict"],
  ];
  const { code, stdout, stderr } = await run(join(inspector, "clients/launcher/build/index.js"), args);
  const { tools } = JSON.parse(stdout) as { tools: { name: string }[] };
  expect(tools.map(({ name }) => name)).toEqual(toolNames);
  // Without arrays as `type`, @langchain/mcp-adapters rejects real calls (docs/decisions/manifest.md).
  const arrays = stdout.replaceAll(/\s/g, "").match(/"type":\[/g) ?? [];
  const issues = stderr.split("\n").filter((line) => line.startsWith("  Issue: "));
  expect(issues.filter((issue) => !issue.includes("`type` is an array"))).toEqual([]);
  expect({ code, issues: issues.length }).toEqual({ code: 0, issues: arrays.length });
  expect(stderr).toMatch(/^Warning: tool |^$/);
  expect(stderr).not.toContain("Error: ");
});

test("the inspector finds the page of each tool that has one", async () => {
  const { endpoint, token } = await start();
  const args = [
    ...["--cli", endpoint, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
    ...["--method", "tools/list", "--app-info"],
  ];
  const { stdout } = await run(join(inspector, "clients/launcher/build/index.js"), args);
  const lines = stdout
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line) as Record<string, unknown>);
  const pages = lines.flatMap((line) => (typeof line.resourceUri === "string" ? [line.resourceUri] : []));
  expect(lines.length).toBe(toolNames.length);
  expect(pages.sort()).toEqual(
    ["form", "form", "form", "lesson", "lesson", "responses"].map((name) => `ui://service-mcp/${name}`),
  );
});

test.each(["legacy", "modern"])(
  "the inspector verifies every file of the skills, in the %s era",
  async (era) => {
    const { endpoint, token } = await start();
    const args = [
      ...["--cli", endpoint, "--transport", "http", "--header", `Authorization: Bearer ${token}`],
      ...["--protocol-era", era, "--method", "skills/list", "--verify", "--require-digests"],
    ];
    const { code, stdout } = await run(join(inspector, "clients/launcher/build/index.js"), args);
    const reports = stdout
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line) as { name: string; outcome: string; files: { status: string }[] });
    expect({ code, reports }).toMatchObject({
      code: 0,
      reports: ["build-forms", "make-lessons"].map((name) => ({
        ...{ name, outcome: "verified", conformance: [], frontmatter: [] },
        files: Array.from({ length: 3 }, () => ({ status: "verified" })),
      })),
    });
  },
);

test.each(["legacy", "auto"] as const)(
  "the official client reads and verifies skills in %s",
  async (mode) => {
    const { endpoint, token } = await start();
    const client = new ModernClient({ name: "test", version: "1.0.0" }, { versionNegotiation: { mode } });
    const headers = { Authorization: `Bearer ${token}` };
    await client.connect(new StreamableHTTPClientTransport(new URL(endpoint), { requestInit: { headers } }));
    onTestFinished(() => client.close());
    const skills = new SkillsClient(client);
    const { skills: entries } = await skills.list();
    expect(entries.map(({ frontmatter }) => frontmatter.name)).toEqual(["build-forms", "make-lessons"]);
    for (const entry of entries) {
      expect((await skills.get(entry.uri)).skill).toEqual(entry);
      const { verified, body, frontmatter } = await skills.read(entry);
      expect({ verified, frontmatter }).toEqual({ verified: true, frontmatter: entry.frontmatter });
      expect(body).toContain("## Workflows");
      expect((await skills.read(entry, "references/workflows.md")).text).toContain("# Workflows");
      const { resources } = await skills.readDirectory(entry.uri.replace("SKILL.md", "references"));
      expect(resources.map(({ uri }) => uri)).toEqual(
        ["workflows", "refusals"].map((part) => entry.uri.replace("SKILL.md", `references/${part}.md`)),
      );
    }
  },
);

test("mcp-remote bridges a client that speaks stdio only", async () => {
  const { endpoint, token } = await start();
  const args = [join(mcpRemote, "dist/proxy.js"), endpoint, "--header", `Authorization: Bearer ${token}`];
  const transport = new StdioClientTransport({
    command: process.execPath,
    args,
    env: home(),
    stderr: "ignore",
  });
  const client = new Client({ name: "test", version: "1.0.0" });
  await client.connect(transport);
  onTestFinished(() => client.close());
  expect((await client.listTools()).tools.map(({ name }) => name)).toEqual(toolNames);
  expect((await client.callTool({ name: "service_ping" })).structuredContent).toEqual(pong);
});

test("mcp-remote with a wrong token ends, and does not look for an OAuth server", async () => {
  const { endpoint } = await start();
  const args = [endpoint, "--header", "Authorization: Bearer twp_wrong"];
  const { code, stderr } = await run(join(mcpRemote, "dist/proxy.js"), args);
  expect(code).not.toBe(0);
  expect(stderr).not.toMatch(/browser/i);
});

test("a page of another site calls, if its origin is allowed; the browser blocks others", async () => {
  const site = createServer((_, response) =>
    response.setHeader("Content-Type", "text/html").end("<p>Hello</p>"),
  );
  const port = await new Promise<number>((resolve) =>
    site.listen(0, "127.0.0.1", () => resolve((site.address() as AddressInfo).port)),
  );
  onTestFinished(() => void site.close());
  const allowed = `http://127.0.0.1:${port}`;
  const { endpoint, mint } = await startService({ environment: { ALLOWED_ORIGINS: allowed } });
  const { token } = await mint();
  const page = await (await openBrowser()).newPage();
  onTestFinished(() => page.close());
  const ask = `fetch(${JSON.stringify(endpoint)}, {
    method: "POST",
    headers: { Authorization: "Bearer ${token}", "Content-Type": "application/json", "MCP-Protocol-Version": "2025-11-25" },
    body: '{"jsonrpc":"2.0","id":1,"method":"ping"}',
  }).then((response) => response.text(), (error) => error.name)`;
  await page.goto(allowed);
  expect(await page.evaluate(ask)).toBe('{"jsonrpc":"2.0","id":1,"result":{}}');
  await page.goto(`http://localhost:${port}`);
  expect(await page.evaluate(ask)).toBe("TypeError");
});

/** Gives clients a home folder of their own, without settings of the user who runs the tests. */
function home(): Record<string, string> {
  const folder = dataDir();
  return { PATH: process.env.PATH ?? "", HOME: folder, USERPROFILE: folder };
}

interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Runs a program of somebody else to its end. */
function run(file: string, args: readonly string[]): Promise<Ended> {
  const program = spawn(process.execPath, [file, ...args], {
    env: home(),
    stdio: ["ignore", "pipe", "pipe"],
  });
  onTestFinished(() => void program.kill("SIGKILL"));
  let stdout = "";
  let stderr = "";
  program.stdout.setEncoding("utf8").on("data", (text) => (stdout += text));
  program.stderr.setEncoding("utf8").on("data", (text) => (stderr += text));
  return new Promise((resolve) => {
    program.on("close", (code) => resolve({ code, stdout, stderr }));
  });
}
