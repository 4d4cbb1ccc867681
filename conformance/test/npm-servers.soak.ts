/**
 * Servers of npm that others wrote: each is imported and tested as its users would do it, and what is found is exactly what
 * was judged. evidence/other-servers.md shows the same list.
 */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { connect, createServer } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { judged } from "./support/npm-servers/judged.ts";
import { type NpmServer, npmServers, offering } from "./support/npm-servers/servers.ts";

const root = join(import.meta.dirname, "../..");
const toolwright = join(root, "generator/bin/toolwright.js");
const suite = join(root, "conformance/bin/toolwright-conformance.js");
const folder = mkdtempSync(join(tmpdir(), "npm-servers-"));
const running = new Set<ChildProcess>();

afterAll(async () => {
  for (const child of running) {
    child.kill();
    await once(child, "exit");
  }
  rmSync(folder, { recursive: true, force: true });
});

interface Ended {
  readonly code: number | null;
  readonly output: string;
}

function run(
  program: string,
  args: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>> = {},
): Promise<Ended> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, { cwd, env: { ...process.env, DO_NOT_TRACK: "1", ...env } });
    let output = "";
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (output += text));
    child.stdin.end();
    child.once("error", reject);
    child.once("close", (code) => resolve({ code, output }));
  });
}

const node = (
  program: string,
  args: readonly string[],
  cwd: string,
  env?: Readonly<Record<string, string>>,
) => run(process.execPath, ["--conditions=toolwright-source", program, ...args], cwd, env);

/** The command of the server, and its environment. */
function started({ bin, stdio, http }: NpmServer, transport: "stdio" | "http", installed: string, port = 0) {
  const { args = [], env = {} } = (transport === "stdio" ? stdio : http)!;
  const data = join(installed, `data-${transport}`);
  mkdirSync(data, { recursive: true });
  const filled = (text: string) => text.replaceAll("{folder}", data).replaceAll("{port}", String(port));
  return {
    command: [process.execPath, join(installed, "node_modules/.bin", bin), ...args.map(filled)],
    env: Object.fromEntries(Object.entries(env).map(([name, value]) => [name, filled(value)])),
    data,
  };
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as { port: number };
  server.close();
  await once(server, "close");
  return port;
}

/** Starts the server over HTTP. @returns its address once it listens */
async function served(server: NpmServer, installed: string): Promise<string> {
  const port = await freePort();
  const { command, env, data } = started(server, "http", installed, port);
  const [program = "", ...args] = command;
  const child = spawn(program, args, {
    cwd: data,
    env: { ...process.env, DO_NOT_TRACK: "1", ...env },
    stdio: "ignore",
  });
  running.add(child);
  child.once("exit", () => running.delete(child));
  while (child.exitCode === null && !(await listens(port))) await delay(50);
  return `http://localhost:${port}/mcp`;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect({ port, host: "localhost" });
    socket.once("connect", () => resolve(true)).once("error", () => resolve(false));
    socket.once("connect", () => socket.destroy());
  });
}

/** Imports the server and tests it. @returns each finding: how it counts, its first case, and how many tools it is about */
async function findingsOf(server: NpmServer, transport: "stdio" | "http", installed: string) {
  const spec = join(installed, `spec-${transport}`);
  const { command, env, data } = started(server, transport, installed);
  const address = transport === "http" ? await served(server, installed) : "";
  const over = transport === "http" ? ["--url", address] : ["--command", command.join(" ")];
  const imported = await node(toolwright, ["import", ...over, "--out", spec], data, env);
  expect(imported).toMatchObject({ code: 0 });
  const report = join(installed, `report-${transport}`);
  const cases = (server.cases ?? []).flatMap((glob) => ["--case", glob]);
  const options = ["--spec", spec, ...over, "--seed", "1", "--timeout", "20", "--report", report, ...cases];
  const { output } = await node(suite, options, data, env);
  const text = readFileSync(join(report, "report.json"), "utf8");
  const { findings } = JSON.parse(text) as {
    findings: { counted: string; tools: string[]; cases: string[] }[];
  };
  const list = findings.map(({ counted, tools, cases: [first] }) => `${counted} ${first} ${tools.length}`);
  return { list, output };
}

async function install({ name, version }: NpmServer, installed: string): Promise<void> {
  mkdirSync(installed, { recursive: true });
  writeFileSync(join(installed, "package.json"), '{ "private": true }');
  const flags = ["--ignore-scripts", "--no-audit", "--no-fund"];
  const { code, output } = await run("npm", ["install", ...flags, `${name}@${version}`], installed);
  expect({ code, output }).toMatchObject({ code: 0 });
}

/** The files in a folder of a spec, and how many of them are templates. */
function countFiles(folder: string): readonly [all: number, templates: number] {
  const files = existsSync(folder) ? readdirSync(folder).map((file) => join(folder, file)) : [];
  return [files.length, files.filter((file) => /^uriTemplate:/m.test(readFileSync(file, "utf8"))).length];
}

test.each(drawSample(offering, amount({ proof: 4, soak: offering.length })))(
  "$name $version: import reads as many resources and prompts as the page says",
  async (server) => {
    const installed = join(folder, `offers-${server.bin}`);
    await install(server, installed);
    const { command, env, data } = started(server, "stdio", installed);
    const spec = join(installed, "spec");
    const { code, output } = await node(
      toolwright,
      ["import", "--command", command.join(" "), "--out", spec],
      data,
      env,
    );
    expect({ code, output }).toMatchObject({ code: 0 });
    const [resources, templates] = countFiles(join(spec, "resources"));
    const [prompts] = countFiles(join(spec, "prompts"));
    const left = output.match(/^(resource|prompt).* is (left out|not in the spec): /gm)?.length ?? 0;
    const cells = [`\`${server.name}\` ${server.version}`, resources - templates, templates, prompts, left];
    expect(readFileSync(join(root, "evidence/other-servers.md"), "utf8")).toContain(
      `| ${cells.join(" | ")} |`,
    );
  },
);

describe.each(drawSample(npmServers, amount({ proof: 8, soak: npmServers.length })))(
  "$name $version",
  (server) => {
    // Two servers have one name of their command.
    const installed = join(folder, server.name.replace("/", "+"));

    beforeAll(() => install(server, installed));

    const transports = (["stdio", "http"] as const).filter((transport) => server[transport] !== undefined);
    test.each(transports)("over %s: the findings are those that were judged", async (transport) => {
      const { list, output } = await findingsOf(server, transport, installed);
      const known = judged.filter(
        (finding) => finding.server === server.name && finding.over.includes(transport),
      );
      const wanted = known.map(({ counted, first, tools }) => `${counted} ${first} ${tools}`);
      expect({ list: list.toSorted(), output }).toEqual({ list: wanted.toSorted(), output });
    });
  },
);

describe("evidence/other-servers.md", () => {
  const page = readFileSync(join(root, "evidence/other-servers.md"), "utf8");

  test.each(npmServers)("names the version of $name", ({ name, version }) => {
    expect(page).toContain(`\`${name}\` ${version}`);
  });

  test.each(judged)("shows the judgement of $first at $server", ({ first, must }) => {
    expect(page).toContain(`\`${first}\``);
    expect(page).toContain(must);
  });
});
