/** A handler in every server and platform that docs/serving.md shows: each keeps to the spec, and answers as our own server does. Needs the network. */
import { type ChildProcess, execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { Server } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createMcpServer, type McpServer, type Service } from "@toolwright/runtime";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { carriedOptions, carriedPath } from "../../runtime/test/support/wire/carried-options.ts";
import {
  answerTo,
  carriedBehaviours,
  carriedRequests,
  type Send,
} from "../../runtime/test/support/wire/carrier-behaviours.ts";
import { ModernNotesHandlers } from "../../runtime/test/support/wire/notes-handlers.ts";
import { newCommandWith } from "../cli/new.ts";
import { registryPackages } from "../cli/project-packages.ts";
import { readSpec } from "../files/spec.ts";
import { captured, inProcess } from "./support/cli/cli.ts";
import { writeAll } from "./support/compiler.ts";
import { generate } from "./support/fixtures.ts";
import { freePort } from "./support/free-port.ts";
import { notesHeader } from "./support/hosts/host-handler.ts";
import { bundled, hosts, otherHosts, resettingProxy } from "./support/hosts/hosts.ts";
import { repository } from "./support/temporary-project.ts";

const support = join(import.meta.dirname, "support/hosts");
/**
 * Cases that need not apply. The catalog of the host is not that of a mounted endpoint, notes may have equal times, and a search of few
 * notes is answered before it becomes a task.
 */
const mayNotApply = /^(card\/is-in-the-catalog$|pages\/notes_find\/equal-times$|tasks\/notes_find\/)/;

/** The part of a JSON report that is read. */
interface Results {
  readonly results: readonly { readonly id: string; readonly status: string }[];
}

/** Maps a host to its results of the conformance suite. */
const seen: Record<string, Record<string, number>> = {};
let folder: string;
let own: McpServer;
let ownOrigin: string;

beforeAll(async () => {
  folder = join(mkdtempSync(join(tmpdir(), "toolwright-hosts-")), "project");
  await captured(tmpdir(), {}, (io) => newCommandWith(registryPackages).run({}, [folder], io));
  const page = readFileSync(join(repository, "docs/serving.md"), "utf8");
  const examples = [...page.matchAll(/^```ts\n\/\/ ((?:hosts\/|app\/|impl\/pages)\S+)\n([\s\S]*?)^```$/gm)];
  const notes = await generate(readSpec(join(support, "spec")));
  writeAll(folder, [
    ...examples.map(([, path = "", text = ""]) => ({ path, text })),
    ...notes.map(({ path, text }) => ({ path: `notes/${path}`, text })),
    ...otherHosts,
    { path: "impl/mcp.ts", text: mcpModule },
    { path: "package.json", text: '{ "type": "module" }' },
    { path: "conformance/targets/hosts.yaml", text: targetFile() },
  ]);
  const packages = Object.values(hosts).flatMap((host) => host.packages ?? []);
  const install = ["install", "--no-audit", "--no-fund", "--ignore-scripts", ...packages];
  await promisify(execFile)("npm", install, { cwd: folder });
  const { service }: { service: Service } = await import(await bundled(folder, "notes/tools.ts"));
  own = createMcpServer({ service, ...carriedOptions(new ModernNotesHandlers()) });
  ownOrigin = new URL(await own.listen(0)).origin;
});

afterAll(async () => {
  console.table(seen);
  await own.close(0);
  rmSync(join(folder, ".."), { recursive: true, force: true });
});

/** Replaces the module that docs/serving.md mounts: the examples of hosts import it. */
const mcpModule = `import { hosted, projectHandler } from ${JSON.stringify(join(support, "host-handler.ts"))};
import { limits } from "../generated/limits.ts";
import { service } from "../generated/tools.ts";
import { service as notes } from "../notes/tools.ts";
import { handlers } from "../src/handlers/index.ts";
import { Notebook } from "../src/notebook.ts";

const project = () => ({ service, handlers: handlers(new Notebook(limits.notebook.max)) });
export const createMcp = () => hosted(project(), notes);
/** Our own server takes a handler as it was made. */
export const createOwnMcp = () => projectHandler(project());
`;

/** The target of a new project, but for where its server is and what its hooks speak to. */
function targetFile(): string {
  const {
    start: _,
    hooks,
    ...target
  } = parse(readFileSync(join(folder, "conformance/targets/local.yaml"), "utf8"));
  const program = ["node", join(support, "hooks-program.ts")];
  return stringify({
    ...target,
    hooks: Object.fromEntries(Object.keys(hooks).map((name) => [name, program])),
  });
}

function portOf(server: Server): number {
  const address = server.address();
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

/** Other paths are answered by the server that the handler is mounted in. */
const requestsToEndpoint = Object.entries(carriedRequests).filter(([_, [__, path]]) => path === undefined);

/** Servers add headers of their own, and to `Vary`. */
function containing(headers: Readonly<Record<string, string>>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(headers).map(([header, value]) => [header, expect.stringContaining(value)]),
  );
}

describe.each(Object.entries(hosts))("%s", (name, host) => {
  let program: ChildProcess;
  let proxy: Server | undefined;
  let origin: string;
  const sendTo = (to: string): Send => {
    return ({ headers, ...request }, path = carriedPath) => {
      const forNotes = new Headers(headers);
      forNotes.set(notesHeader, "");
      return fetch(to + path, { ...request, headers: forNotes });
    };
  };

  beforeAll(async () => {
    const port = await freePort();
    const [command, ...args] = await host.command(folder, port);
    const env = { ...process.env, TOKEN: "secret", PORT: String(port) };
    program = spawn(command, args, { cwd: folder, env, stdio: ["ignore", "inherit", "inherit"] });
    if (host.waitsForReset) proxy = await resettingProxy(port);
    origin = `http://127.0.0.1:${port}`;
  });

  afterAll(async () => {
    proxy?.close();
    const ended = once(program, "exit");
    program.kill("SIGKILL");
    await ended;
  });

  test("answers beside other routes", async () => {
    expect(await (await answers(origin, program)).text()).toBe("a page");
  });

  test("passes the whole suite of a new project", async () => {
    const report = join(folder, "report");
    const options = ["--target", "conformance/targets/hosts.yaml", "--spec", "spec", "--seed", "1"];
    const { stdout, stderr } = await inProcess(folder, [
      "conformance",
      "--url",
      origin + carriedPath,
      ...options,
      ...["--report", report],
    ]);
    const [, held, failed, unverified] = /(\d+) held, (\d+) failed, (\d+) not verified/.exec(stdout) ?? [];
    const [, inapplicable = "0"] = /(\d+) not applicable/.exec(stdout) ?? [];
    const decided = Number(held) + Number(inapplicable);
    seen[name] = { decided, failed: Number(failed), "not verified": Number(unverified) };
    const wanted = seen.createMcpServer?.decided;
    expect(seen[name], stdout + stderr).toEqual({ decided: wanted, failed: 0, "not verified": 0 });
    const { results } = JSON.parse(readFileSync(join(report, "report.json"), "utf8")) as Results;
    const others = results.filter(({ status, id }) => status === "inapplicable" && !mayNotApply.test(id));
    expect(others.map(({ id }) => id)).toEqual([]);
  });

  // The others are compared with our own server.
  describe.skipIf(name === "createMcpServer")("answers like our own server:", () => {
    test.for(requestsToEndpoint)("%s", async ([_, [request]]) => {
      const [expected, got] = await Promise.all([
        answerTo(fetch(ownOrigin + carriedPath, request)),
        answerTo(sendTo(origin)(request)),
      ]);
      expect(got).toMatchObject({ ...expected, headers: containing(expected.headers) });
    });

    test.for(Object.entries(carriedBehaviours))("%s", ([_, behaves]) =>
      behaves(sendTo(proxy ? `http://127.0.0.1:${portOf(proxy)}` : origin)),
    );
  });
});
