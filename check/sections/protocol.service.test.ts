/** The section `protocol` at a server that takes what its schema forbids, and never answers a deep message. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import type { Source } from "@toolwright/conformance/server-options";
import { expect, onTestFinished, test } from "vitest";
import { toSurface } from "../lock/surface.ts";
import { readServer } from "../running-server/read-server.ts";
import { protocolSection } from "./protocol.ts";
import { findSdkSettings, sdkSettings } from "./sdk-settings.ts";

const tool = {
  name: "add",
  description: "Adds two numbers.",
  annotations: { readOnlyHint: true },
  inputSchema: {
    type: "object",
    properties: { a: { type: "integer" }, b: { type: "integer" } },
    required: ["a", "b"],
    additionalProperties: false,
  },
};

/** @param takes whether a call gets a result; undefined: no answer */
async function section(takes: (args: unknown) => boolean | undefined, listed: object = tool) {
  const server = createServer(async (request, response) => {
    const { id, method, params } = (await json(request).catch(() => ({}))) as {
      id?: number;
      method?: string;
      params?: { arguments?: unknown };
    };
    const results: Readonly<Record<string, () => object | undefined>> = {
      initialize: () => ({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "sums", version: "1.0.0" },
      }),
      "tools/list": () => ({ tools: [listed] }),
      "tools/call": () => {
        const isTaken = takes(params?.arguments);
        return isTaken === undefined ? undefined : { content: [], isError: !isTaken };
      },
    };
    const result = results[method ?? ""]?.();
    if (result === undefined && method === "tools/call") return;
    const answer = result ? { result } : { error: { code: -32601, message: "Unknown method" } };
    response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
    response.end(id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once("listening", resolve));
  const url = new URL(`http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`);
  const source: Source = { kind: "http", url, headers: {} };
  const started: string[] = [];
  const { findings } = await protocolSection(toSurface(await readServer(source, 5_000)), source, {
    reading: [],
    isFirstLook: true,
    project: tmpdir(),
    timeoutMs: 300,
    signal: new AbortController().signal,
    onStart: (check) => started.push(check),
    onResult: () => undefined,
  });
  const ofArguments = findings.filter(({ code }) => code.startsWith("arguments/"));
  return { started, findings: ofArguments, all: findings };
}

test("a lax server gets advice that names a setting, and each check is announced before it waits", async () => {
  const { findings, started } = await section((args) =>
    JSON.stringify(args ?? null).includes("[[[[") ? undefined : true,
  );
  expect(findings.map(({ code, level }) => `${level} ${code}`)).toEqual([
    "advice arguments/keep-their-types",
    "advice arguments/are-all-known",
    "advice arguments/are-an-object",
    "advice arguments/may-be-deep",
  ]);
  const [types, , , deep] = findings;
  expect(types?.shown?.at(-1)).toBe('got       a result of add for {"a":"1","b":1}');
  expect(types?.advice).toContain("strict_input_validation=True");
  expect(deep?.shown?.at(-1)).toContain("no complete answer within 0.3 s");
  expect(started).toEqual(expect.arrayContaining(findings.map(({ code }) => code)));
});

test("a server that validates its arguments gets no such advice", async () => {
  const isRight = (args: unknown) => {
    const values = Object.values(Object(args));
    return Object.keys(Object(args)).sort().join() === "a,b" && values.every(Number.isInteger);
  };
  expect((await section(isRight)).findings).toEqual([]);
});

test("a schema that no validator can compile is a finding that names the tool", async () => {
  const inputSchema = { ...tool.inputSchema, properties: { a: { type: "integer", $id: "https://[" } } };
  const { all } = await section(() => true, { ...tool, inputSchema });
  const found = all.find(({ code }) => code === "tools/have-valid-schemas");
  expect(found?.shown?.join("\n")).toContain("add: URI host is malformed");
});

test("a local server that serves a foreign Origin gets advice with the settings of SDKs", async () => {
  const { all } = await section(() => true);
  const origins = all.filter(({ code }) => code.startsWith("origin/"));
  expect(origins.map(({ code, level }) => `${level} ${code}`)).toEqual([
    "advice origin/foreign",
    "advice origin/rebound",
  ]);
  for (const { advice } of origins) expect(advice).toContain("`enableDnsRebindingProtection: true`");
});

test("a server of the first version is checked over stdio, and one cause is one finding", async () => {
  const program = join(import.meta.dirname, "../test/support/old-server-program.ts");
  const source: Source = { kind: "stdio", command: `"${process.execPath}" "${program}"` };
  const { findings, summary } = await protocolSection(toSurface(await readServer(source, 5_000)), source, {
    reading: [],
    isFirstLook: true,
    project: tmpdir(),
    timeoutMs: 5_000,
    signal: new AbortController().signal,
    onStart: () => undefined,
    onResult: () => undefined,
  });
  expect(findings.map(({ code, level }) => `${level} ${code}`)).toEqual(["fail lifecycle/pongs"]);
  expect(summary).toMatch(/^1\d checks held, 1 failed, 3 not verified \(MCP 2024-11-05\)$/);
});

test("a server that ignores what it does not know, and ends at an unknown tool, has a finding for each cause", async () => {
  const program = `import { createInterface } from "node:readline";
const results = ${JSON.stringify({ initialize: { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "sums", version: "1.0.0" } }, "tools/list": { tools: [tool] } })};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  if (method === "tools/call" && params.name !== "add") throw new Error("unknown tool");
  const result = method === "tools/call" ? { content: [] } : results[method];
  if (result) console.log(JSON.stringify({ jsonrpc: "2.0", id, result }));
}`;
  const folder = mkdtempSync(join(tmpdir(), "check-protocol-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = join(folder, "server.mjs");
  writeFileSync(file, program);
  const source: Source = { kind: "stdio", command: `"${process.execPath}" "${file}"`, environment: {} };
  const { findings } = await protocolSection(toSurface(await readServer(source, 5_000)), source, {
    reading: [],
    isFirstLook: true,
    project: tmpdir(),
    timeoutMs: 300,
    signal: new AbortController().signal,
    onStart: () => undefined,
    onResult: () => undefined,
  });
  const [ended] = findings;
  expect(ended?.shown?.[0]).toMatch(
    /^got {7}the target ends at this request, also when it gets it alone: .*unknown tool/,
  );
  expect(ended?.shown?.[1]).toMatch(/^send {6}.*"tools\/call"/);
  expect(findings.filter(({ level }) => level === "fail").map(({ code }) => code)).toEqual([
    "server/stops-answering",
    "lifecycle/pongs",
    "json-rpc/knows-its-methods",
  ]);
});

test("each entry of the settings names checks and a reason", () => {
  for (const { checks, why, seen } of sdkSettings) {
    expect(checks.every((check) => findSdkSettings(check)?.startsWith(why))).toBe(true);
    expect(why).toMatch(/^[A-Z].*\.$/);
    expect(Array.isArray(seen)).toBe(true);
  }
});
