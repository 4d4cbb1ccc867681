/**
 * Servers that others wrote, or that their SDK's documentation shows: a healthy server of any SDK has no failure in the section
 * `protocol`, and the advice is exactly what was judged. check/sections/sdk-settings.json says what ends each.
 */
import { type ChildProcess, execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { runCheck } from "../command/run.ts";

const folder = mkdtempSync(join(tmpdir(), "sdk-servers-"));
const programs = join(import.meta.dirname, "../test/support/sdk-servers");
let builtPort = 0;
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface StrangeServer {
  readonly name: string;
  /** The words of the command; `{port}` is a free port, `{folder}` the folder of installed packages. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Absent: over stdio. `built`: on the port that xmcp was built with. */
  readonly http?: true | "built";
  /** Codes of the advice that is right. */
  readonly advice: readonly string[];
}

const program = (name: string, ...args: readonly string[]) => [
  process.execPath,
  "--conditions=toolwright-source",
  join(programs, `${name}-program.ts`),
  ...args,
];
const installed = (bin: string, ...args: readonly string[]) => [
  process.execPath,
  `{folder}/node_modules/.bin/${bin}`,
  ...args,
];

const origins = ["origin/foreign", "origin/rebound"];
const ended = "sessions/are-gone-when-ended";
const types = "arguments/keep-their-types";
const unknown = "arguments/are-all-known";

const onSdks: readonly StrangeServer[] = [
  { name: "SDK 1 over stdio", command: program("sdk-1"), advice: [] },
  {
    name: "SDK 1 with sessions",
    command: program("sdk-1", "{port}"),
    http: true,
    advice: ["origin/foreign", ended],
  },
  {
    name: "SDK 1 without sessions",
    command: program("sdk-1", "{port}", "stateless"),
    http: true,
    advice: ["origin/foreign"],
  },
  { name: "SDK 2 over stdio", command: program("sdk-2"), advice: [] },
  { name: "SDK 2", command: program("sdk-2", "{port}"), http: true, advice: origins },
  { name: "fastmcp of npm over stdio", command: program("fastmcp"), advice: [unknown] },
  {
    name: "fastmcp of npm with sessions",
    command: program("fastmcp", "{port}"),
    http: true,
    advice: [...origins, unknown],
  },
  {
    name: "fastmcp of npm without sessions",
    command: program("fastmcp", "{port}", "stateless"),
    http: true,
    advice: [...origins, unknown],
  },
  {
    name: "mcp-lite",
    command: program("mcp-lite", "{port}"),
    http: true,
    advice: ["http/opens-a-stream-or-does-not", ...origins],
  },
  {
    name: "mcp-lite with sessions",
    command: program("mcp-lite", "{port}", "sessions"),
    http: true,
    advice: ["http/opens-a-stream-or-does-not", ended, ...origins],
  },
  { name: "tmcp over stdio", command: program("tmcp"), advice: [unknown] },
  {
    name: "tmcp",
    command: program("tmcp", "{port}"),
    http: true,
    advice: ["versions/refuses-unknown-header", ended, ...origins, "envelope/needs-capabilities", unknown],
  },
];

const published: readonly StrangeServer[] = [
  { name: "server-everything over stdio", command: installed("mcp-server-everything", "stdio"), advice: [] },
  {
    name: "server-everything",
    command: installed("mcp-server-everything", "streamableHttp"),
    env: { PORT: "{port}" },
    http: true,
    advice: [...origins, ended],
  },
  { name: "server-filesystem", command: installed("mcp-server-filesystem", "{folder}"), advice: [] },
  { name: "server-memory", command: installed("mcp-server-memory"), advice: [] },
  {
    name: "server-sequential-thinking",
    command: installed("mcp-server-sequential-thinking"),
    advice: [types],
  },
  { name: "xmcp over stdio", command: [process.execPath, "{folder}/dist/stdio.js"], advice: [] },
  {
    name: "xmcp",
    command: [process.execPath, "{folder}/dist/http.js"],
    http: "built",
    advice: [...origins, "headers/version-is-not-guessed"],
  },
];

/** On mcp-go, as a binary in a package of npm. */
const onGo: readonly StrangeServer[] = [
  {
    name: "mcp-time over stdio",
    command: ["{folder}/node_modules/mcp-time-linux-x64/bin/mcp-time"],
    advice: [],
  },
  {
    name: "mcp-time",
    command: [
      "{folder}/node_modules/mcp-time-linux-x64/bin/mcp-time",
      "--transport",
      "stream",
      "--address",
      "http://127.0.0.1:{port}/mcp",
    ],
    http: true,
    advice: ["http/reads-content-type", ended, ...origins],
  },
];

const hasGoProgram = process.platform === "linux" && process.arch === "x64";

/** On FastMCP for Python, where this machine has it. */
const inPython: readonly StrangeServer[] = [
  {
    name: "FastMCP for Python over stdio",
    command: ["python3", join(programs, "python_server.py")],
    advice: [types, "arguments/may-be-deep"],
  },
  {
    name: "FastMCP for Python",
    command: ["python3", join(programs, "python_server.py"), "{port}"],
    http: true,
    advice: [...origins, types],
  },
  {
    name: "FastMCP for Python with the settings that the advice names",
    command: ["python3", join(programs, "python_server.py"), "{port}"],
    env: { FASTMCP_HTTP_HOST_ORIGIN_PROTECTION: "true", FASTMCP_STRICT_INPUT_VALIDATION: "true" },
    http: true,
    advice: [],
  },
];

describe("a healthy server has no failure", () => {
  test.each(onSdks)("$name", (server) => expectNoFailure(server));

  test.skipIf(!hasPython()).each(inPython)("$name", (server) => expectNoFailure(server));

  describe("from npm", () => {
    beforeAll(installServers);

    test.each(published)("$name", (server) => expectNoFailure(server));

    test.skipIf(process.platform !== "linux" || process.arch !== "x64").each(onGo)("$name", (server) =>
      expectNoFailure(server),
    );
  });
});

async function expectNoFailure(server: StrangeServer): Promise<void> {
  const port = server.http === "built" ? builtPort : await freePort();
  const fill = (text: string) => text.replaceAll("{folder}", folder).replaceAll("{port}", String(port));
  const command = server.command.map(fill);
  const env = Object.fromEntries(
    Object.entries(server.env ?? {}).map(([name, value]) => [name, fill(value)]),
  );
  const source = server.http
    ? ["--url", await serve(command, env, port)]
    : ["--command", command.map((word) => `"${word}"`).join(" ")];
  let out = "";
  let err = "";
  const code = await runCheck(
    [...source, "--format", "json", "--lock", join(folder, "none.json"), "--without", "clients"],
    {
      stdout: { write: (text) => (out += text) },
      stderr: { write: (text) => (err += text) },
      env: {},
      folder,
      signal: new AbortController().signal,
    },
  );
  expect({ code, err }).toMatchObject({ code: 0 });
  const { sections } = JSON.parse(out) as {
    sections: { name: string; findings: { level: string; code: string }[] }[];
  };
  const findings = sections.find(({ name }) => name === "protocol")?.findings ?? [];
  expect(findings.filter(({ level }) => level === "fail")).toEqual([]);
  const advice = findings.filter(({ level }) => level === "advice").map(({ code }) => code);
  expect(advice.toSorted()).toEqual(server.advice.toSorted());
}

async function serve(
  [file = "", ...args]: readonly string[],
  env: Readonly<Record<string, string>>,
  port: number,
): Promise<string> {
  const child: ChildProcess = spawn(file, args, {
    cwd: folder,
    env: { ...process.env, ...env },
    stdio: "ignore",
  });
  onTestFinished(async () => {
    if (child.exitCode !== null) return;
    const closed = once(child, "close");
    child.kill("SIGKILL");
    await closed;
  });
  await expect.poll(() => child.exitCode !== null || listens(port)).toBe(true);
  return `http://localhost:${port}/mcp`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost" });
    socket.once("error", () => resolve(false));
    socket.once("connect", () => {
      socket.destroy();
      resolve(true);
    });
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

function hasPython(): boolean {
  try {
    return execFileSync("python3", ["-c", "import fastmcp; print(fastmcp.__version__)"], {
      stdio: ["ignore", "pipe", "ignore"],
    })
      .toString()
      .startsWith("4.");
  } catch {
    return false;
  }
}

/** Installs the servers of npm, and builds the project of xmcp's documentation. */
async function installServers(): Promise<void> {
  const npm = (...args: string[]) =>
    execFileSync("npm", [...args, "--ignore-scripts", "--no-audit", "--no-fund"], {
      cwd: folder,
      stdio: "pipe",
    });
  writeFileSync(join(folder, "package.json"), '{ "private": true, "type": "module" }');
  const packages = ["everything", "filesystem", "memory", "sequential-thinking"].map(
    (name) => `@modelcontextprotocol/server-${name}@2026.8.31`,
  );
  npm(
    "install",
    ...packages,
    "xmcp@1.1.3",
    "@xmcp-dev/compiler@1.1.3",
    "zod@4.6.7",
    ...(hasGoProgram ? ["mcp-time-linux-x64@0.4.0"] : []),
  );
  if (hasGoProgram) chmodSync(join(folder, "node_modules/mcp-time-linux-x64/bin/mcp-time"), 0o755);
  mkdirSync(join(folder, "src/tools"), { recursive: true });
  builtPort = await freePort();
  writeFileSync(join(folder, "src/tools/greet.ts"), greet);
  writeFileSync(
    join(folder, "xmcp.config.ts"),
    `export default { http: { port: ${builtPort} }, stdio: true, paths: { tools: "src/tools", prompts: false, resources: false } };\n`,
  );
  writeFileSync(
    join(folder, "tsconfig.json"),
    '{ "compilerOptions": { "target": "ESNext", "module": "ESNext", "moduleResolution": "bundler", "skipLibCheck": true } }',
  );
  execFileSync(process.execPath, ["node_modules/xmcp/dist/cli.js", "build"], { cwd: folder, stdio: "pipe" });
}

const greet = `import { z } from "zod";
export const schema = { name: z.string().describe("The name of the user to greet") };
export const metadata = { name: "greet", description: "Greet the user", annotations: { readOnlyHint: true } };
export default async function greet({ name }) { return \`Hello, \${name}!\`; }
`;
