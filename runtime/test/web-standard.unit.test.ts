/** Behind `fetch`, a service needs what the web platform has, and nothing else. */
import { join } from "node:path";
import { createContext, Script } from "node:vm";
import { build } from "esbuild";
import { beforeAll, expect, test } from "vitest";

const repository = join(import.meta.dirname, "../..");

/** The globals that the runtime uses besides ECMAScript. Every platform with `fetch` has them (WinterTC's Minimum Common API). */
const globals = [
  "AbortController",
  "ByteLengthQueuingStrategy",
  "ReadableStream",
  "Request",
  "Response",
  "TextDecoder",
  "TextEncoder",
  "URL",
  "atob",
  "btoa",
  "clearTimeout",
  "console",
  "crypto",
  "performance",
  "setTimeout",
] as const;

/** A whole service of this repository, whose validators use formats, patterns and each other. */
const worker = `
import { createMcpHandler } from "@toolwright/runtime";
import { service } from "./generated/tools.ts";
import { unimplemented } from "./generated/unimplemented.ts";

const server = { name: "service-mcp", version: "1" };
const mcp = createMcpHandler(service, {
  handlers: { ...unimplemented, ping: () => ({ status: "ok", protocol_version: "2025-11-25", server }) },
  authenticate: () => ({ account: "ana", token: "first", scopes: new Set(["forms:read", "forms:write"]) }),
});
globalThis.answer = mcp.fetch;
`;

let code: string;

beforeAll(async () => {
  const { outputFiles, warnings } = await build({
    stdin: { contents: worker, resolveDir: repository, loader: "ts" },
    bundle: true,
    format: "iife",
    // Knows no module of Node: importing one is an error.
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["toolwright-source"],
    write: false,
  });
  expect(warnings).toEqual([]);
  code = outputFiles[0]!.text;
});

test("a bundle loads nothing and compiles nothing", () => {
  expect(code).not.toMatch(/\brequire\(|\bimport\(|\beval\(|new Function\b/);
});

test("a bundle answers calls on a platform with only these globals", async () => {
  const context = createContext(
    Object.fromEntries(globals.map((name) => [name, Reflect.get(globalThis, name)])),
    { codeGeneration: { strings: false, wasm: false } },
  );
  new Script(code).runInContext(context);
  const answer = context.answer as (request: Request) => Promise<Response>;
  const call = async (name: string, input: object) => {
    const message = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name, arguments: input } };
    const headers = { "Content-Type": "application/json", Authorization: "Bearer secret" };
    const request = { method: "POST", headers, body: JSON.stringify(message) };
    const { result } = await (await answer(new Request("http://localhost/api/mcp", request))).json();
    return result;
  };
  expect(await call("service_ping", {})).toMatchObject({ structuredContent: { status: "ok" } });
  expect(await call("service_get_form", { form_id: "none" })).toMatchObject({
    isError: true,
    _meta: { "dev.toolwright/failure": { code: "invalid_input" } },
  });
});
