/** The servers and platforms that docs/serving.md mounts a handler in: each answers as our own server does. Needs the network. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { writeAll } from "./support/compiled.ts";
import { generate } from "./support/fixtures.ts";
import { repository } from "./support/temporary-project.ts";

/** Exact versions. Bun, Deno and workerd without the packages that download or choose a binary at install. */
const installed = [
  "express@5.3.0",
  "fastify@5.12.8",
  "hono@4.13.19",
  "@hono/node-server@2.1.8",
  "@oven/bun-linux-x64-baseline@1.4.5",
  "@deno/linux-x64-glibc@2.9.6",
  "@cloudflare/workerd-linux-64@1.20261117.1",
];

const run = promisify(execFile);
const token = "secret";
let folder: string;

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), "toolwright-hosts-"));
  writeFileSync(join(folder, "package.json"), '{ "type": "module" }\n');
  await run("npm", ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...installed], { cwd: folder });
  const [spec = ""] = read("docs/spec-language.md").split("\n## Mistakes\n");
  const generated = await generate(blocks(spec, "yaml", "# spec/"));
  writeAll(folder, [
    ...generated.map(({ path, text }) => ({ path: `generated/${path}`, text })),
    ...blocks(read("docs/serving.md"), "ts", "// "),
  ]);
}, 300_000);

afterAll(() => rmSync(folder, { recursive: true, force: true }));

function read(path: string): string {
  return readFileSync(join(repository, path), "utf8");
}

/** What blocks of a page are called in their first line. */
function blocks(page: string, language: string, start: string): { path: string; text: string }[] {
  const block = new RegExp(`^\`\`\`${language}\\n${start}(\\S+)\\n([\\s\\S]*?)^\`\`\`$`, "gm");
  return [...page.matchAll(block)].map(([, path = "", text = ""]) => ({ path, text }));
}

/** Bundles an example with the runtime, so that each platform loads plain JavaScript; packages stay outside. */
async function bundle(host: string): Promise<string> {
  const outfile = join(folder, `${host}.mjs`);
  await build({
    entryPoints: [join(folder, "hosts", `${host}.ts`)],
    outfile,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["toolwright-source"],
    alias: { "@toolwright/runtime": join(repository, "runtime/index.ts") },
    nodePaths: [join(repository, "node_modules")],
    external: ["express", "fastify", "hono", "@hono/node-server"],
  });
  return outfile;
}

/** How each platform starts a bundle. */
const platforms: Readonly<Record<string, (file: string, port: number) => readonly string[]>> = {
  express: (file) => [process.execPath, file],
  fastify: (file) => [process.execPath, file],
  hono: (file) => [process.execPath, file],
  bun: (file) => [binary("@oven/bun-linux-x64-baseline/bin/bun"), file],
  deno: (file) => [binary("@deno/linux-x64-glibc/deno"), "run", "--allow-net", "--allow-env", file],
  worker: (file, port) => {
    const config = join(folder, "worker.capnp");
    writeFileSync(config, workerConfig(file, port));
    return [binary("@cloudflare/workerd-linux-64/bin/workerd"), "serve", config];
  },
};

function binary(path: string): string {
  return join(folder, "node_modules", path);
}

/** No flags of compatibility: what the platform has by itself. */
function workerConfig(file: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .mcp)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const mcp :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${file.slice(folder.length + 1)}")],
  bindings = [(name = "TOKEN", text = "${token}")],
  compatibilityDate = "2026-11-01"
);
`;
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  server.close();
  await once(server, "close");
  if (address === null || typeof address === "string") throw new Error("It has no port.");
  return address.port;
}

async function answers(url: string, program: ChildProcess): Promise<Response> {
  for (;;) {
    const response = await fetch(url).catch(() => undefined);
    if (response) return response;
    if (program.exitCode !== null) throw new Error(`It ended with ${program.exitCode}.`);
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

test.each(Object.entries(platforms))("%s", { timeout: 300_000 }, async (host, commandFor) => {
  const port = await freePort();
  const [command = "", ...args] = commandFor(await bundle(host), port);
  const env = { ...process.env, TOKEN: token, PORT: String(port) };
  const program = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
  onTestFinished(() => void program.kill());
  const origin = `http://127.0.0.1:${port}`;
  expect(await (await answers(origin, program)).text()).toBe("a page");

  const send = async (init: RequestInit, path = "/notes/mcp") => {
    const response = await fetch(origin + path, { method: "POST", ...init });
    return {
      status: response.status,
      type: response.headers.get("content-type"),
      text: await response.text(),
    };
  };
  const headers = { "Content-Type": "application/json", Authorization: `Bearer ${token}` };
  const call = async (method: string, params: object, more: object = {}) =>
    send({
      headers: { ...headers, ...more },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
  const resultOf = async (name: string, input: object) =>
    JSON.parse((await call("tools/call", { name, arguments: input })).text).result;

  expect(await send({ method: "GET" })).toMatchObject({ status: 405 });
  expect(await send({ headers: { ...headers, Authorization: "Bearer wrong" }, body: "{}" })).toMatchObject({
    status: 401,
  });
  expect(await call("ping", {}, { Origin: "https://evil.example" })).toMatchObject({ status: 403 });
  expect(await call("ping", {}, { "Content-Type": "text/plain" })).toMatchObject({ status: 415 });
  // workerd closes the connection of a body that nobody reads, and the client may not see the answer.
  const tooLarge = await call("ping", { text: "a".repeat(5 * 1024 * 1024) }).catch(() => undefined);
  expect(tooLarge?.status ?? host).toBe(host === "worker" && tooLarge === undefined ? "worker" : 413);
  expect(await call("ping", { text: "a".repeat(90 * 1024) })).toMatchObject({ status: 200 });
  expect(JSON.parse((await call("tools/list", {})).text).result.tools).toHaveLength(2);
  const { structuredContent } = await resultOf("notes_save", { text: "Buy milk" });
  expect(structuredContent.note).toMatchObject({ text: "Buy milk", status: "draft" });
  expect((await resultOf("notes_find", { words: "milk" })).structuredContent.notes).toHaveLength(1);
  expect(await resultOf("notes_find", { words: 7 })).toMatchObject({
    isError: true,
    _meta: { "dev.toolwright/failure": { code: "invalid_input" } },
  });
});
