/** The servers and platforms that a handler is mounted in: what each needs of npm, and how it starts. */
import { execFile } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { connect, createServer, type Server } from "node:net";
import { join } from "node:path";
import { promisify } from "node:util";
import { build } from "esbuild";
import { repository } from "../temporary-project.ts";

export interface Host {
  /** Exact versions. Bun, Deno and workerd without the packages that download or choose a binary at install. */
  readonly packages?: readonly string[];
  /** Whether it notices a client that has left only when the connection is reset: one that is closed may still be read. */
  readonly waitsForReset?: true;
  /** The program that serves on this port of loopback. */
  command(folder: string, port: number): Promise<readonly [string, ...string[]]>;
}

const onNode = (name: string): Host["command"] => {
  return async (folder) => [process.execPath, await bundled(folder, `hosts/${name}.ts`)];
};

const binary = (folder: string, path: string) => join(folder, "node_modules", path);

export const hosts: Readonly<Record<string, Host>> = {
  createMcpServer: { command: onNode("own") },
  "node:http": { command: onNode("node") },
  "fetch in Node": { command: onNode("fetch") },
  Express: { packages: ["express@5.3.0"], command: onNode("express") },
  Fastify: { packages: ["fastify@5.12.8"], command: onNode("fastify") },
  Hono: { packages: ["hono@4.13.19", "@hono/node-server@2.1.8"], command: onNode("hono") },
  Next: {
    packages: ["next@16.4.6", "react@19.2.8", "react-dom@19.2.8"],
    async command(folder, port) {
      const next = binary(folder, "next/dist/bin/next");
      // Next compiles the route; the rest is a bundle, as for all hosts.
      writeFileSync(
        join(folder, "next.config.mjs"),
        "export default { typescript: { ignoreBuildErrors: true } };",
      );
      await bundled(folder, "impl/mcp.ts", "impl/mcp.ts");
      const env = { ...process.env, NODE_ENV: "production", NEXT_TELEMETRY_DISABLED: "1" } as const;
      await promisify(execFile)(process.execPath, [next, "build"], { cwd: folder, env });
      return [process.execPath, next, "start", "-H", "127.0.0.1", "-p", String(port)];
    },
  },
  Bun: {
    packages: ["@oven/bun-linux-x64-baseline@1.4.5"],
    command: async (folder) => [
      binary(folder, "@oven/bun-linux-x64-baseline/bin/bun"),
      await bundled(folder, "hosts/bun.ts"),
    ],
  },
  Deno: {
    packages: ["@deno/linux-x64-glibc@2.9.6"],
    command: async (folder) => [
      binary(folder, "@deno/linux-x64-glibc/deno"),
      ...["run", "--allow-net", "--allow-env", await bundled(folder, "hosts/deno.ts")],
    ],
  },
  workerd: {
    packages: ["@cloudflare/workerd-linux-64@1.20261117.1"],
    waitsForReset: true,
    async command(folder, port) {
      await bundled(folder, "hosts/worker.ts", "worker.mjs");
      writeFileSync(join(folder, "worker.capnp"), workerConfig("worker.mjs", port));
      return [
        binary(folder, "@cloudflare/workerd-linux-64/bin/workerd"),
        "serve",
        join(folder, "worker.capnp"),
      ];
    },
  },
};

/** Passes connections on to this port of loopback, and resets them when their client closes. */
export async function resettingProxy(port: number): Promise<Server> {
  const proxy = createServer((client) => {
    const host = connect(port, "127.0.0.1");
    client.on("error", () => undefined).on("close", () => host.resetAndDestroy());
    host.on("error", () => undefined).on("close", () => client.destroy());
    client.pipe(host, { end: false });
    host.pipe(client);
  });
  await once(proxy.listen(0, "127.0.0.1"), "listening");
  return proxy;
}

/** Bundles a module with the runtime, so that each platform loads plain JavaScript; packages of frameworks stay outside. */
export async function bundled(folder: string, entry: string, file = `${entry}.mjs`): Promise<string> {
  const outfile = join(folder, file);
  await build({
    entryPoints: [join(folder, entry)],
    outfile,
    allowOverwrite: true,
    bundle: true,
    format: "esm",
    platform: "neutral",
    mainFields: ["module", "main"],
    conditions: ["toolwright-source"],
    alias: { "@toolwright/runtime": join(repository, "runtime/index.ts") },
    nodePaths: [join(repository, "node_modules")],
    external: ["express", "fastify", "hono", "@hono/node-server", "node:*"],
  });
  return outfile;
}

/** Without the flag, `request.signal` never aborts. */
function workerConfig(file: string, port: number): string {
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .mcp)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const mcp :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "${file}")],
  bindings = [(name = "TOKEN", text = "secret")],
  compatibilityDate = "2026-11-01",
  compatibilityFlags = ["enable_request_signal"]
);
`;
}

/** Hosts that docs/serving.md does not show: our own server, and `fetch` as plainly as Node can call it. */
export const otherHosts = [
  {
    path: "hosts/own.ts",
    text: `import { createMcpServer } from "@toolwright/runtime";
import { createOwnMcp } from "../impl/mcp.ts";

const routes = ({ url }, response) => url === "/" && Boolean(response.end("a page"));
await createMcpServer(createOwnMcp(), { routes }).listen(Number(process.env.PORT));
`,
  },
  {
    path: "hosts/fetch.ts",
    text: `import { createServer } from "node:http";
import { Readable } from "node:stream";
import { createMcp } from "../impl/mcp.ts";
import { page } from "../impl/pages.ts";

const mcp = createMcp();
createServer(async (incoming, response) => {
  const closed = new AbortController();
  response.on("close", () => closed.abort());
  const { method, url, headers } = incoming;
  const body = method === "GET" || method === "HEAD" ? null : Readable.toWeb(incoming);
  const request = new Request(new URL(url, "http://localhost"), {
    ...{ method, headers: Object.entries(headers), body, duplex: "half", signal: closed.signal },
  });
  const answer = await (mcp.handle(request) ?? page(request));
  // The rest of a refused body is not read, so the connection cannot carry another request.
  if (!incoming.complete) response.shouldKeepAlive = false;
  response.writeHead(answer.status, [...answer.headers].flat());
  if (answer.body) Readable.fromWeb(answer.body).on("error", () => response.destroy()).pipe(response);
  else response.end();
}).listen(Number(process.env.PORT), "127.0.0.1");
`,
  },
  { path: "app/route.ts", text: 'export const GET = () => new Response("a page");\n' },
];
