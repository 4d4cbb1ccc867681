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
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { test as base, describe, expect, vi } from "vitest";
import { serve } from "../../runtime/test/support/wire/serving.ts";
import { readSpec } from "../files/spec.ts";
import type { Model } from "../model/model.ts";
import { type Ended, start, toolwright } from "../test/support/cli/cli.ts";
import { knownServers } from "../test/support/import/listings.ts";
import { stdioServer } from "../test/support/import/stdio-server.ts";
import { mainToken, modelOf, serve as serveMocked } from "../test/support/mock/serving.ts";
import { repository } from "../test/support/temporary-project.ts";

interface Context {
  /** A folder of the test's own. */
  readonly folder: string;
  /** Runs `toolwright` there. */
  readonly toolwright: (...args: readonly string[]) => Promise<Ended>;
  /** The text of a file there. */
  readonly written: (path: string) => string;
  /** Listens on a free port of loopback; resolves to a URL of it. */
  readonly listening: (answer: RequestListener) => Promise<string>;
}

const test = base.extend<Context>({
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  folder: async ({}, use) => {
    const folder = mkdtempSync(join(tmpdir(), "toolwright-"));
    await use(folder);
    rmSync(folder, { recursive: true, force: true });
  },
  toolwright: async ({ folder }, use) => await use((...args) => toolwright(folder, args)),
  written: async ({ folder }, use) => await use((path) => readFileSync(join(folder, path), "utf8")),
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads the pattern.
  listening: async ({}, use) => {
    const servers: Server[] = [];
    await use(async (answer) => {
      const server = createServer(answer);
      servers.push(server);
      await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
      return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
    });
    for (const server of servers) {
      server.closeAllConnections();
      server.close();
    }
  },
});

/** A tool with this many levels of maps. */
function nested(levels: number): object {
  let inner = {};
  for (let level = 2; level < levels; level++) inner = { not: inner };
  return { name: "x", inputSchema: { type: "object", ...inner } };
}

describe.concurrent("from a manifest", () => {
  test("writes a spec that generates the same manifest, and prints the next steps", async ({
    toolwright,
  }) => {
    const memory = knownServers.find(({ name }) => name === "memory")!;
    const { code, stderr } = await toolwright("import", "--manifest", memory.file, "--out", "spec");
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("spec/ describes memory-server 0.6.3: 9 tools, 4 shared types."),
    });
    expect(stderr).toContain("  npx toolwright generate --spec spec --scaffold");
    expect(stderr).toContain("  npx toolwright conformance --url URL --spec ");

    const { stdout } = await toolwright("manifest", "--spec", "spec");
    expect(JSON.parse(stdout)).toEqual({ tools: JSON.parse(readFileSync(memory.file, "utf8")).tools });
  });

  test("writes readable files", async ({ toolwright, written }) => {
    const memory = knownServers.find(({ name }) => name === "memory")!;
    await toolwright("import", "--manifest", memory.file);
    await expect(written("spec/service.yaml")).toMatchFileSnapshot("want/service.yaml");
    await expect(written("spec/tools/create_entities.yaml")).toMatchFileSnapshot(
      "want/tools/create_entities.yaml",
    );
    await expect(written("spec/types/relation.yaml")).toMatchFileSnapshot("want/types/relation.yaml");
  });

  test("accepts a saved answer of tools/list", async ({ folder, toolwright, written }) => {
    const response = {
      jsonrpc: "2.0",
      id: 1,
      result: { tools: [{ name: "one", inputSchema: { type: "object" } }] },
    };
    writeFileSync(join(folder, "notes.json"), `\uFEFF${JSON.stringify(response)}`);
    expect(await toolwright("import", "--manifest", "notes.json")).toMatchObject({ code: 0 });
    expect(written("spec/service.yaml")).toContain("server: { name: notes, version: 0.0.0 }");
  });

  test("accepts a bare list of tools", async ({ folder, toolwright, written }) => {
    writeFileSync(join(folder, "notes.json"), '[{ "name": "one", "inputSchema": { "type": "object" } }]');
    expect(await toolwright("import", "--manifest", "notes.json")).toMatchObject({ code: 0 });
    expect(written("spec/service.yaml")).toContain("tools: [ one ]");
  });

  test.for<[string, object, string]>([
    ["one page of several", { tools: [], nextCursor: "2" }, "only the first of several pages"],
    ["no tools", { resources: [] }, "There is no list of tools"],
    ["a tool that is none", { tools: [{ name: "x" }] }, 'Tool "x": inputSchema is missing'],
    ["a tool nested too deeply", { tools: [nested(200)] }, 'Tool "x" is nested more than 190 levels deep.'],
  ])("rejects %s, and writes nothing", async ([, manifest, words], { folder, toolwright }) => {
    writeFileSync(join(folder, "manifest.json"), JSON.stringify(manifest));
    const { code, stderr } = await toolwright("import", "--manifest", "manifest.json");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
    expect(existsSync(join(folder, "spec"))).toBe(false);
  });

  test("does not write into a folder that is not empty", async ({ folder, toolwright }) => {
    mkdirSync(join(folder, "spec"));
    writeFileSync(join(folder, "spec", "notes.txt"), "mine");
    const { code, stderr } = await toolwright("import", "--manifest", knownServers[0]!.file);
    expect({ code, stderr }).toEqual({ code: 2, stderr: expect.stringContaining("spec is not empty") });
    expect(readdirSync(join(folder, "spec"))).toEqual(["notes.txt"]);
  });

  test.for<[string[], string]>([
    [[], "Name a file, or one of --url, --command and --manifest."],
    [["--url", "http://a", "--manifest", "b"], "Name a file, or one of"],
    [["--url", "ftp://a"], "is not an http or https URL"],
    [["--url", "http://a", "--header", "no colon"], "A --header looks like"],
    [["--manifest", "b", "--header", "A: b"], "--header goes with --url."],
    [["--manifest", "gone.json"], "gone.json cannot be opened: it is not there (ENOENT)."],
    [["--command", "x", "--timeout", "soon"], "--timeout is a number of seconds"],
  ])("rejects the arguments %j", async ([args, words], { toolwright }) => {
    expect(await toolwright("import", ...args)).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(words),
    });
  });
});

describe.concurrent("from a server over stdio", () => {
  test.for(["pages", "noisy"])(
    "%s: all pages are read, and what no spec can say is named",
    async (behaviour, { folder, toolwright, written }) => {
      const { code, stderr } = await toolwright("import", "--command", stdioServer(behaviour));
      expect({ code, stderr }).toMatchObject({ code: 0 });
      expect(stderr).toContain("3 tools, 1 resource, 1 prompt, 0 shared types");
      expect(stderr).toContain('prompts: "turn" is left out: another one has its name.');
      expect(stderr).toContain('prompts: "" is left out: it has no name.');
      expect(stderr).toContain("serverInfo.vendor is left out");
      expect(written("spec/service.yaml")).toContain(
        "server:\n  name: pages\n  version: 2.1.0\n  title: Pages\n  protocolVersions: [ 2025-11-25 ]\n  instructions: Turn pages.\n  toolPrefix: page_\n",
      );
      expect(written("spec/service.yaml")).toContain("endpoint: { transport: stdio }");
      expect(readdirSync(join(folder, "spec", "tools"))).toEqual([
        "page_0.yaml",
        "page_1.yaml",
        "page_2.yaml",
      ]);
      expect(written("spec/tools/page_1.yaml")).toContain("manifest: { vendor: { of: page_1 } }");
    },
  );

  test("names the older version of a server in the spec", async ({ toolwright, written }) => {
    const { code, stderr } = await toolwright("import", "--command", stdioServer("older"));
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(written("spec/service.yaml")).toMatch(
      /^server:\n( {2}.*\n)* {2}protocolVersions: \[ ?2025-06-18 ?\]$/m,
    );
  });

  test("on the official SDK: names each skill, and imports its listed files as resources", async ({
    folder,
    toolwright,
  }) => {
    const program = join(import.meta.dirname, "../test/support/import/skills-program.ts");
    const { code, stderr } = await toolwright("import", "--command", `"${process.execPath}" "${program}"`);
    expect({ code, stderr }).toMatchObject({ code: 0 });
    expect(stderr).toContain("lengths 1.0.0: 1 tool, 3 resources, 0 shared types");
    for (const name of ["rounding", "unit-table"])
      expect(stderr).toContain(`skills: "skill://${name}/SKILL.md" is left out: a spec makes skills of`);
    expect(readdirSync(join(folder, "spec", "resources"))).toEqual([
      "io.modelcontextprotocol_skills.yaml",
      "rounding.yaml",
      "unit-table.yaml",
    ]);
  });

  test.for<[string, string]>([
    [
      "dies",
      "it ended with exit code 1 before it had answered initialize.\nIt wrote to stderr:\n  | No API_KEY is set.",
    ],
    ["endless", "tools/list does not end"],
    ["errors", "it answered tools/list with an error: MCP error -32603: The database is gone."],
    ["nobody", "what it answers to initialize is not MCP: serverInfo is not an object"],
  ])("%s: explains the failure", async ([behaviour, words], { folder, toolwright }) => {
    const { code, stderr } = await toolwright("import", "--command", stdioServer(behaviour));
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
    expect(existsSync(join(folder, "spec"))).toBe(false);
  });

  test("silent: gives up, and ends the server", async ({ toolwright }) => {
    const { code, stderr } = await toolwright(
      "import",
      "--command",
      stdioServer("silent"),
      "--timeout",
      "0.5",
    );
    const words = "it did not answer initialize within 0.5 s. Give it longer with --timeout SECONDS.\n";
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
  });

  test("broken: quotes the output of the server", async ({ toolwright }) => {
    const { stderr } = await toolwright("import", "--command", stdioServer("broken"), "--timeout", "1");
    expect(stderr).toContain(
      'SECONDS.\nIt wrote to stdout what is not an MCP message:\n  | {"jsonrpc":"2.0","id":0,"result":{}\n',
    );
  });

  test("steering: escapes the name of the server for the terminal", async ({ toolwright }) => {
    const { stderr } = await toolwright("import", "--command", stdioServer("steering"));
    expect(stderr).toContain("spec/ describes \ufffd[31mpages 2.1.0");
  });

  test("silent: Ctrl-C ends the import and the server", async ({ folder }) => {
    const pid = join(folder, "pid");
    const command = `sh -c "echo $$ > ${pid}; exec ${stdioServer("silent").replaceAll('"', "'")}"`;
    const child = start(folder, ["import", "--command", command]);
    await vi.waitUntil(() => existsSync(pid) && readFileSync(pid, "utf8") !== "", { timeout: 20_000 });
    const [said, [code]] = await Promise.all([
      text(child.stderr!),
      once(child, "close"),
      child.kill("SIGINT"),
    ]);
    expect({ code, said }).toEqual({ code: 1, said: expect.stringContaining(": interrupted.\n") });
    expect(() => process.kill(Number(readFileSync(pid, "utf8")), 0)).toThrow("ESRCH");
  });

  test("reports a missing command", async ({ toolwright }) => {
    const { code, stderr } = await toolwright("import", "--command", "./no-such-server --stdio");
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: "toolwright: ./no-such-server --stdio: there is no such command.\n",
    });
  });
});

describe.concurrent("from a server over HTTP", () => {
  test("imports with a token, and writes its secret nowhere", async ({ toolwright, written }) => {
    const served = await serve();
    const { code, stderr } = await toolwright("import", "--url", served.url.href, "--token", "notes:read");
    await served.server.close();
    expect({ code, stderr }).toMatchObject({
      code: 0,
      stderr: expect.stringContaining("notes 1.2.3: 5 tools"),
    });
    const service = written("spec/service.yaml");
    expect(service).toContain("endpoint: { transport: streamable-http, path: /api/mcp, serverCard: false }");
    expect(service).toContain("auth: { scheme: bearer }");
    expect(service + stderr).not.toContain("notes:read");
    expect(stderr).toContain(`toolwright conformance --url '${served.url.href}' --token "$TOKEN" --spec `);
  });

  test("the form service: names its skills, and imports their files as resources", async ({
    folder,
    toolwright,
  }) => {
    const model = modelOf(readSpec(join(repository, "spec")));
    const mock = await serveMocked(model);
    const { code, stderr } = await toolwright("import", "--url", mock.url, "--token", mainToken);
    await mock.close();
    expect({ code, stderr }).toMatchObject({ code: 0 });
    const named = Array.from(stderr.matchAll(/^skills: "(.*)" is left out/gm), ([, uri]) => uri);
    expect(named).toEqual(["skill://build-forms/SKILL.md", "skill://make-lessons/SKILL.md"]);
    const uris = (resources: Model["resources"]) => resources.map(({ uri }) => uri).sort();
    const imported = modelOf(readSpec(join(folder, "spec")));
    expect(uris(imported.resources)).toEqual(uris(model.resources));
  });

  test("explains how to pass a token if one is needed", async ({ toolwright }) => {
    const served = await serve();
    const { code, stderr } = await toolwright("import", "--url", served.url.href);
    await served.server.close();
    expect({ code, stderr }).toEqual({
      code: 1,
      stderr: `toolwright: ${served.url.href}: it wants credentials (401). Pass a token with --token TOKEN.\n`,
    });
  });

  test.for<[string, RequestListener, string]>([
    [
      "a path without endpoint",
      (_, response) => response.writeHead(404).end("Not found"),
      "there is no MCP endpoint (404)",
    ],
    ["the older transport", (_, response) => response.writeHead(405).end(), "Streamable HTTP is needed"],
    [
      "a web page",
      (_, response) => response.writeHead(200, { "Content-Type": "text/html" }).end("<html>"),
      "what it answers to initialize is not MCP: unexpected content type: text/html",
    ],
    [
      "an address that leads elsewhere",
      (_, response) => response.writeHead(307, { Location: "http://127.0.0.2:9/mcp" }).end(),
      "it leads elsewhere (307); if you trust that address, name it with --url.",
    ],
    [
      "an error whose code is the client's for a lost connection",
      async (request, response) => {
        const { id } = (await json(request)) as { id: number };
        response.writeHead(200, { "Content-Type": "application/json" });
        response.end(JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32000, message: "Subscribe." } }));
      },
      "it answered initialize with an error: MCP error -32000: Subscribe.",
    ],
    ["a broken server", (_, response) => response.writeHead(500).end("boom"), "it answered with HTTP 500"],
  ])("%s", async ([, answer, words], { toolwright, listening }) => {
    const url = await listening(answer);
    const { code, stderr } = await toolwright("import", "--url", url);
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(words) });
  });

  test("gives up on a server that never answers", async ({ toolwright, listening }) => {
    const url = await listening(() => undefined);
    const { code, stderr } = await toolwright("import", "--url", url, "--timeout", "0.5");
    expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining("within 0.5 s") });
  });

  test("reports rejected credentials without showing them", async ({ toolwright, listening }) => {
    const url = await listening((_, response) => response.writeHead(401).end());
    const { stderr } = await toolwright("import", "--url", url, "--header", "Authorization: Bearer secret-7");
    expect(stderr).toContain("it refused the credentials (401)");
    expect(stderr).not.toContain("secret-7");
  });

  test("reports that no server listens", async ({ toolwright }) => {
    const served = await serve();
    await served.server.close();
    const { stderr } = await toolwright("import", "--url", served.url.href);
    expect(stderr).toContain("nothing listens there");
  });
});
