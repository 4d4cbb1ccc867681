/** The command at servers that others could have written: first looks, lock files, edits that break, servers that do not answer. */
import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json } from "node:stream/consumers";
import { afterEach, beforeEach, describe, expect, onTestFinished, test } from "vitest";
import { healthyServers } from "../../conformance/test/support/servers/first-runs.ts";
import { type Ended, runIn } from "../test/support/run-check.ts";

const servers = join(import.meta.dirname, "../../conformance/test/support/servers");
const units = (fault = "") =>
  `"${process.execPath}" --conditions=toolwright-source "${join(servers, "units-program.ts")}" ${fault}`;

let folder = "";
let lock = "";

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "check-"));
  lock = join(folder, "mcp.lock.json");
});

afterEach(() => rmSync(folder, { recursive: true, force: true }));

function check(...args: readonly string[]): Promise<Ended> {
  return runIn(folder, args);
}

describe("a first look at a healthy server", () => {
  test.each(Object.entries(healthyServers))("%s: nothing fails", async (_, { serve, target }) => {
    const { url, close } = await serve();
    onTestFinished(close);
    const [first] = target.tokens ?? [];
    const { code, out, err } = await check("--url", url, "--token", first?.token ?? "", "--lock", lock);
    expect({ code, err }).toEqual({ code: 0, err: "" });
    expect(out).toContain("No rule of MCP is broken.");
    expect(out).toContain("There is no");
    expect(out).not.toContain("Nothing that worked breaks");
  });

  test("over stdio, on SDK 2: nothing fails, and the sections say what was looked at", async () => {
    const { code, out } = await check("--command", units(), "--lock", lock);
    expect(code).toBe(0);
    expect(out).toMatch(/^protocol {5}\d+ checks held, 0 failed \(MCP 2025-11-25\)$/m);
    expect(out).toMatch(/^cost {9}2 tools, about \d+ tokens$/m);
    expect(out).toMatch(/^clients {6}\d+ clients checked, they take everything$/m);
  });
});

describe("with a lock file", () => {
  test("an edit that breaks a call shows the call, and a revert is green again", async () => {
    expect(await check(...compared(), "--update")).toMatchObject({
      code: 0,
      err: expect.stringMatching(/units 2\.0\.0, 2 tools, 0 resources, 0 prompts\. Commit it\.\n$/),
    });
    expect((await check(...compared())).code).toBe(0);

    const widened = JSON.parse(readFileSync(lock, "utf8"));
    widened.tools.find(
      ({ name }: { name: string }) => name === "convert",
    ).inputSchema.properties.value.maximum = 9e6;
    const against = join(folder, "published.json");
    writeFileSync(against, JSON.stringify({ tools: widened.tools }));
    const broken = await check(...compared(), "--against", against);
    expect(broken.code).toBe(1);
    expect(broken.out).toMatch(/FAIL {4}convert input \/value {2}\[input-range-narrowed\]/);
    expect(broken.out).toMatch(/call {4}convert \{.*\} {2}was right, is refused/);
    expect(broken.out).toMatch(/^1 call that worked is refused now\.\n/);
  });

  test("the same server gives the same bytes, and a value that differs at each start is left out by name", async () => {
    await check(...compared(), "--update");
    const first = readFileSync(lock, "utf8");
    await check(...compared(), "--update");
    expect(readFileSync(lock, "utf8")).toBe(first);

    const dated = await serveChanging();
    const { err } = await check("--url", dated, "--lock", lock, "--update");
    expect(err).toContain("Left out, since it differs at each start: tools now description\n");
    expect((await check("--url", dated, "--lock", lock)).out).toContain("no call that was right is refused");
  });

  test("a server without a tool is compared with its lock file, too", async () => {
    const command = serverOf([]);
    expect(await check("--command", command, "--lock", lock, "--update")).toMatchObject({ code: 0 });
    expect((await check("--command", command, "--lock", lock, "--without", "protocol")).out).toMatch(
      /^Nothing that worked breaks\./,
    );
  });

  test("what is accepted does not fail, and only with the value that was accepted", async () => {
    const against = join(folder, "published.json");
    const publish = (maximum: number) => {
      const { tools } = JSON.parse(readFileSync(lock, "utf8"));
      tools.find(({ name }: { name: string }) => name === "convert").inputSchema.properties.value.maximum =
        maximum;
      writeFileSync(against, JSON.stringify({ tools }));
    };
    const common = compared();
    await check(...common, "--update");
    publish(9e6);
    const finding = "input-range-narrowed convert input /value";
    expect((await check(...common, "--against", against)).out).toContain(
      `--accept "${finding}" --reason "..."`,
    );
    const accepted = await check(...common, "--against", against, "--accept", finding, "--reason", "agreed");
    expect(accepted).toMatchObject({
      code: 0,
      err: expect.stringContaining(`accepted 1 finding at 1 place: ${finding}.`),
    });
    expect((await check(...common, "--against", against)).code).toBe(0);
    // After the merge nothing needs it, and nothing fails by it.
    expect((await check(...common)).code).toBe(0);
    const list = JSON.parse(readFileSync(lock, "utf8"));
    list.accepted[0].value = "5";
    writeFileSync(lock, JSON.stringify(list));
    expect((await check(...common, "--against", against)).code).toBe(1);
    expect(await check(...common, "--accept", "no-such finding", "--reason", "x")).toMatchObject({
      code: 2,
      err: expect.stringContaining('The server has no finding "no-such finding". Nothing fails.'),
    });
  });

  test("all that fails is accepted with one reason, and a whole code with a pattern; what comes later still fails", async () => {
    const common = compared();
    await check(...common, "--update");
    const published = await publishWider("value", "from");
    const all = await check(...common, "--against", published, "--accept", "all", "--reason", "agreed");
    expect(all).toMatchObject({ code: 0, err: expect.stringContaining("accepted 2 findings at 2 places: ") });
    expect((await check(...common, "--against", published)).code).toBe(0);
    expect((await check(...common, "--against", await publishWider("value", "from", "to"))).code).toBe(1);

    await check(...common, "--update");
    const list = JSON.parse(readFileSync(lock, "utf8"));
    writeFileSync(lock, JSON.stringify({ ...list, accepted: [] }));
    const code = await check(
      ...common,
      "--against",
      published,
      "--accept",
      "input-* *",
      "--reason",
      "agreed",
    );
    expect(code.err).toContain("accepted 2 findings");
  });

  test("an accepted finding that the server no longer has fails, unless its section was left out", async () => {
    const noisy = `sh -c 'echo Starting; exec ${units().replaceAll('"', "")}'`;
    await check("--command", noisy, "--lock", lock, "--update");
    const finding = "stdio/only-messages stdout";
    expect((await check("--command", noisy, "--lock", lock)).out).toContain("[stdio/only-messages]");
    await check("--command", noisy, "--lock", lock, "--accept", finding, "--reason", "the launcher prints");
    expect((await check("--command", noisy, "--lock", lock)).code).toBe(0);
    const stale = await check("--command", units(), "--lock", lock);
    expect(stale.code).toBe(1);
    expect(stale.out).toContain(`nothing needs "${finding}" any more: take it out.`);
    expect((await check("--command", units(), "--lock", lock, "--without", "protocol")).code).toBe(0);
  });

  test("an unchanged server shows no difference, and one that drifted is named", async () => {
    await check(...compared(), "--update");
    const same = (await check(...compared())).out;
    expect(same).not.toContain("before)");
    expect(same).not.toContain("does not describe this server");
    const drifted = await check(...compared("Converts."));
    expect(drifted.code).toBe(1);
    expect(drifted.out).toMatch(/^The lock file does not describe the server\.\n/);
    expect(drifted.out).toContain("If the change is meant: --update, and commit the file.");
    await check(...compared("Converts."), "--update");
    expect((await check(...compared("Converts."))).code).toBe(0);
  });

  test("an accepted removal belongs to one change: after the merge, the next removal is accepted anew", async () => {
    inFolderOfGit();
    const tool = (name: string) => ({ name, inputSchema: { type: "object", properties: {} } });
    const [both, one] = [[tool("list"), tool("search")], [tool("list")]];
    const run = (tools: readonly object[], ...args: string[]) =>
      check("--command", serverOf(tools), "--lock", "mcp.lock.json", "--without", "protocol", ...args);
    const atBase = (tools: readonly object[]) => run(tools, "--base", "HEAD");
    await run(both, "--update");
    commit();
    for (const change of ["first", "second"]) {
      expect(await atBase(one), change).toMatchObject({
        code: 1,
        out: expect.stringMatching(/^1 call that worked is refused now\.\n/),
      });
      await run(one, "--accept", "tool-removed search tool", "--reason", change);
      expect((await run(one)).code).toBe(0);
      const { code, out } = await atBase(one);
      expect(code).toBe(0);
      expect(out).toContain("Nothing that worked breaks, except for 1 accepted finding.");
      commit();
      expect((await atBase(one)).out).toMatch(/^Nothing that worked breaks\./);

      await run(both, "--update");
      expect((await atBase(both)).code).toBe(0);
      commit();
    }
  });

  test("an accepted break stays accepted while the branch goes on, and while its base does", async () => {
    inFolderOfGit();
    const tool = (name: string) => ({ name, inputSchema: { type: "object", properties: {} } });
    const run = (names: readonly string[], ...args: string[]) =>
      check(
        "--command",
        serverOf(names.map(tool)),
        "--lock",
        "mcp.lock.json",
        "--without",
        "protocol",
        ...args,
      );
    await run(["list", "search"], "--update");
    commit();
    await run(["list"], "--accept", "all", "--reason", "agreed");
    await run(["list", "get"], "--update");
    expect((await run(["list", "get"], "--base", "HEAD")).code).toBe(0);

    const ours = readFileSync("mcp.lock.json", "utf8");
    execFileSync("git", ["checkout", "-q", "mcp.lock.json"]);
    await run(["list", "search", "new"], "--update");
    commit();
    writeFileSync("mcp.lock.json", ours);
    await run(["list", "get", "new"], "--update");
    expect((await run(["list", "get", "new"], "--base", "HEAD")).code).toBe(0);
  });

  test("one of two breaks is not accepted alone, since the other one would leave the report", async () => {
    const tool = (name: string) => ({ name, inputSchema: { type: "object", properties: {} } });
    const run = (names: readonly string[], ...args: string[]) =>
      check("--command", serverOf(names.map(tool)), "--lock", lock, "--without", "protocol", ...args);
    await run(["a", "b", "c"], "--update");
    const before = readFileSync(lock, "utf8");
    expect(await run(["a"], "--accept", "tool-removed b tool", "--reason", "x")).toMatchObject({
      code: 2,
      err: expect.stringContaining("  tool-removed c tool"),
    });
    expect(readFileSync(lock, "utf8")).toBe(before);
    expect((await run(["a"])).code).toBe(1);
    expect((await run(["a"], "--accept", "all", "--reason", "x")).code).toBe(0);
    expect((await run(["a"])).code).toBe(0);
  });

  test.each([
    ["is not JSON", "{", "is not JSON"],
    [
      "has a merge conflict",
      '{\n<<<<<<< HEAD\n  "a": 1\n=======\n',
      "has a merge conflict. Take either side",
    ],
    ["is a manifest", '{"tools":[]}', "is not a lock file"],
    ["is of a newer version", '{"lockVersion":2,"tools":[]}', "has lockVersion 2"],
    [
      "was edited by hand",
      '{"lockVersion":1,"tools":[{"name":"a","inputSchema":{"type":"object"}}],"digest":"x"}',
      "was edited by hand, or merged",
    ],
  ])("that %s: exit code 2, and the message says what to do", async (_, text, words) => {
    writeFileSync(lock, text);
    expect(await check(...compared())).toMatchObject({
      code: 2,
      err: expect.stringContaining(words),
    });
  });

  test("--base compares with a revision of git", async () => {
    const git = (...args: string[]) => execFileSync("git", args, { cwd: folder, stdio: "pipe" });
    git("init", "-q");
    const command = compared().slice(0, 2);
    await check(...compared(), "--update");
    const back = process.cwd();
    process.chdir(folder);
    onTestFinished(() => process.chdir(back));
    git("add", ".");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "first");
    expect((await check(...command, "--base", "HEAD")).out).toContain("compared with mcp.lock.json at HEAD");
    expect(await check(...command, "--base", "nowhere")).toMatchObject({
      code: 2,
      err: expect.stringContaining("git does not know nowhere here."),
    });
    // The pull request that brings the lock file.
    git("rm", "-q", "--cached", "mcp.lock.json");
    git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "second");
    expect(await check(...command, "--base", "HEAD", "--lock", join(folder, "mcp.lock.json"))).toMatchObject({
      code: 0,
      out: expect.stringContaining("at HEAD, so nothing was compared."),
    });
  });
});

/** Arguments that compare a small server with the lock file, and leave out the sections that look at the server alone. */
function compared(description = "Says a length in another unit."): string[] {
  const unit = { enum: ["mm", "m", "km"] };
  const inputSchema = {
    type: "object",
    properties: { value: { type: "number", minimum: 0, maximum: 1e6 }, from: unit, to: unit },
    required: ["value", "from", "to"],
    additionalProperties: false,
  };
  const nothing = { type: "object", properties: {}, additionalProperties: false };
  const command = serverOf([
    { name: "convert", description, inputSchema },
    { name: "list_units", description: "Lists the units.", inputSchema: nothing },
  ]);
  return ["--command", command, "--lock", lock, "--without", "protocol", "--without", "clients"];
}

/** Makes the folder of the test a repository, and the one in which the command runs. */
function inFolderOfGit(): void {
  const back = process.cwd();
  process.chdir(folder);
  onTestFinished(() => process.chdir(back));
  execFileSync("git", ["init", "-q"]);
}

function commit(): void {
  execFileSync("git", ["add", "mcp.lock.json"]);
  const name = ["-c", "user.name=a", "-c", "user.email=a@example.org"];
  execFileSync("git", [...name, "commit", "-qm", "change"]);
}

const unknownMethod = { error: { code: -32601, message: "Method not found" } };

/**
 * A server over stdio with these tools, as they stand here.
 *
 * @param called its answer to every call
 * @param refusal its answer to calls with an argument that the schema does not name
 */
function serverOf(
  tools: readonly object[],
  called: object = unknownMethod,
  refusal: object = called,
): string {
  const program = join(folder, "server.mjs");
  const results = {
    initialize: {
      protocolVersion: "2025-11-25",
      serverInfo: { name: "units", version: "2.0.0" },
      capabilities: { tools: {} },
    },
    ping: {},
    "tools/list": { tools },
  };
  writeFileSync(
    program,
    `import { createInterface } from "node:readline";
const results = ${JSON.stringify(results)};
const called = ${JSON.stringify(called)};
const refusal = ${JSON.stringify(refusal)};
const isKnown = ({ name, arguments: sent }) => {
  const { properties = {} } = results["tools/list"].tools.find((tool) => tool.name === name)?.inputSchema ?? {};
  return Object.keys(sent ?? {}).every((key) => key in properties);
};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method, params } = JSON.parse(line);
  const listed = results[method] ? { result: results[method] } : ${JSON.stringify(unknownMethod)};
  const answer = method === "tools/call" ? (isKnown(params) ? called : refusal) : listed;
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}`,
  );
  return `"${process.execPath}" "${program}"`;
}

test("a tool whose backend cannot be reached is advice, if it answers with an error of JSON-RPC", async () => {
  const tool = { name: "search", inputSchema: { type: "object" }, annotations: { readOnlyHint: true } };
  const command = serverOf([tool], { error: { code: -32603, message: "fetch failed" } });
  const { code, out } = await check("--command", command, "--lock", lock);
  expect(out).toMatch(/advice .*\[tools\/answer-with-content\]/);
  expect(code).toBe(0);
});

test("a removed argument is a break where the server refuses it, and advice where it makes no difference", async () => {
  const tool = (properties: object) => ({
    name: "search",
    inputSchema: { type: "object", properties, additionalProperties: false },
    annotations: { readOnlyHint: true },
  });
  const text = { type: "string" };
  const before = serverOf([tool({ query: text, country: text })]);
  await check("--command", before, "--lock", lock, "--update");
  const after = [tool({ query: text })];
  const unreachable = {
    result: { isError: true, content: [{ type: "text", text: "fetch failed after 12 ms" }] },
  };
  const refusal = { error: { code: -32602, message: "Unknown argument" } };
  const strict = await check("--command", serverOf(after, unreachable, refusal), "--lock", lock);
  expect(strict).toMatchObject({
    code: 1,
    out: expect.stringContaining("1 call that worked is refused now."),
  });
  for (const called of [{ result: { content: [] } }, unreachable]) {
    const lax = await check("--command", serverOf(after, called), "--lock", lock);
    expect(lax.out).toContain("This server does not refuse the argument");
    expect(lax.out).not.toContain("is refused now.");
  }
});

describe("tools that are not as MCP defines them", () => {
  const listFiles = { name: "list_files", inputSchema: { type: "object" } };
  const readFile = (inputSchema: object) => ({ name: "read_file", inputSchema });
  const broken = () =>
    serverOf([listFiles, readFile({ $schema: "http://json-schema.org/draft-07/schema#" })]);
  const mended = () => serverOf([listFiles, readFile({ type: "object" })]);
  const options = () => ["--lock", lock, "--without", "clients", "--without", "descriptions"];

  test("are named when the lock file is written, and when the server is checked", async () => {
    const { err } = await check("--command", broken(), ...options(), "--update");
    expect(err).toContain("Not compared, since clients cannot read it:");
    const { code, out } = await check("--command", broken(), ...options());
    expect(code).toBe(1);
    expect(out).toContain("[tools/well-formed]");
  });

  test("are neither gone when they break, nor new when they are mended", async () => {
    await check("--command", mended(), ...options(), "--update");
    const worse = await check("--command", broken(), ...options());
    expect(worse).toMatchObject({ code: 1, out: expect.not.stringContaining("[tool-removed]") });
    expect(worse.out).toContain("read_file was not compared, since the new side cannot be read");
    await check("--command", broken(), ...options(), "--update");
    const better = await check("--command", mended(), ...options());
    expect(better.out).not.toContain("[tool-added]");
    expect(better.out).toContain("read_file was not compared, since the old side cannot be read");
  });
});

describe("each format begins with the verdict, and has its exit code", () => {
  const begins: readonly [format: string, ending: string, good: RegExp, bad: RegExp][] = [
    ["human", ".txt", /^Nothing that worked breaks\./, /^1 call that worked is refused now\.\n/],
    ["markdown", ".md", /^### ✅ Nothing that worked breaks/, /^### ❌ 1 call that worked is refused now\./],
    ["json", ".json", /"sentence": "Nothing/, /^\{\n {2}"toolwright": 1,\n {2}"sentence": "1 call/],
    ["sarif", ".sarif", /"exitCodeDescription": "Nothing/, /"exitCodeDescription": "1 call that worked/],
    ["junit", ".xml", /^.*\n<testsuites name="units: Nothing/, /^.*\n<testsuites name="units: 1 call/],
    [
      "github",
      "",
      /^Nothing that worked breaks\..*\n$/,
      /^1 call that worked .*\n::error file=.*,line=\d+,title=/,
    ],
  ];

  test.each(begins)("%s", async (format, ending, good, bad) => {
    const common = compared();
    await check(...common, "--update");
    const report = join(folder, `verdict${ending}`);
    const reports = ending === "" ? [] : ["--report", report];
    const held = await check(...common, "--format", format, ...reports);
    expect(held).toMatchObject({ code: 0, out: expect.stringMatching(good) });
    if (ending !== "") expect(readFileSync(report, "utf8")).toBe(held.out);
    const against = ["--against", await publishWider("value")];
    expect(await check(...common, "--format", format, ...against)).toMatchObject({
      code: 1,
      out: expect.stringMatching(bad),
    });
    writeFileSync(lock, "{");
    expect(await check(...common, "--format", format)).toMatchObject({ code: 2, out: "" });
  });
});

test.each<[string[], string]>([
  [[], 'Name one of --url URL and --command "COMMAND".'],
  [["--url", "ftp://a"], "is not an http or https URL."],
  [["--command", "x", "--token", "t"], "--token goes with --url."],
  [["--url", "http://a", "--env", "A=b"], "--env goes with --command."],
  [["--command", "x", "--format", "xml"], "--format is one of human, markdown, json, sarif, junit, github."],
  [["--command", "x", "--accept", "y"], "--accept and --reason go together"],
  [["--command", "x", "--base", "a", "--against", "b"], "Name one of --base and --against."],
  [["--command", "x", "--without", "breks"], "There is no breks."],
  [["--command", "x", "--rules=-nothing"], "--rules turns rules off, such as -"],
  [["--command", "x", "--report", "verdict"], "ends with its format, one of .json, .md, .sarif, .xml, .txt."],
  [["--command", "x", "--nothing"], "Unknown option '--nothing'"],
  [["--command", "./no-such-server"], "there is no such command."],
])("%j: exit code 2", async (args, words) => {
  expect(await check(...args)).toMatchObject({ code: 2, out: "", err: expect.stringContaining(words) });
});

const wider: Readonly<Record<string, object>> = {
  value: { type: "number", minimum: 0 },
  from: { type: "string" },
  to: { type: "string" },
};

/** Writes a manifest of the server in the lock file whose arguments took any text, and larger numbers. */
async function publishWider(...names: readonly string[]): Promise<string> {
  const { tools } = JSON.parse(readFileSync(lock, "utf8"));
  const { properties } = tools.find(({ name }: { name: string }) => name === "convert").inputSchema;
  for (const name of names) properties[name] = wider[name];
  const file = join(folder, `published-${names.length}.json`);
  writeFileSync(file, JSON.stringify({ tools }));
  return file;
}

/** A server whose description counts its lists. */
async function serveChanging(): Promise<string> {
  let lists = 0;
  const server = createServer(async (request, response) => {
    const { id, method } = (await json(request).catch(() => ({}))) as { id?: number; method?: string };
    const results: Readonly<Record<string, () => object>> = {
      initialize: () => ({
        protocolVersion: "2025-11-25",
        capabilities: { tools: {} },
        serverInfo: { name: "clock", version: "1.0.0" },
      }),
      "tools/list": () => ({
        tools: [{ name: "now", description: `Listed ${++lists} times.`, inputSchema: { type: "object" } }],
      }),
    };
    const result = results[method ?? ""]?.();
    response.writeHead(id === undefined ? 202 : 200, { "content-type": "application/json" });
    const error = { code: -32601, message: "Unknown method" };
    response.end(
      id === undefined ? "" : JSON.stringify({ jsonrpc: "2.0", id, ...(result ? { result } : { error }) }),
    );
  }).listen(0, "127.0.0.1");
  onTestFinished(() => void server.close());
  await new Promise((resolve) => server.once("listening", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`;
}

test("lists beside the tools that fail, or do not end, are findings, and the tools are judged", async () => {
  const program = join(folder, "lists.mjs");
  const opening = {
    protocolVersion: "2025-11-25",
    serverInfo: { name: "lists", version: "1.0.0" },
    capabilities: { tools: {}, resources: {}, prompts: {} },
  };
  const answers = {
    initialize: { result: opening },
    ping: { result: {} },
    "tools/list": { result: { tools: [{ name: "one", inputSchema: { type: "object" } }], nextCursor: "" } },
    "resources/list": { error: { code: -32603, message: "\u001b[31mThe database is gone." } },
    "resources/templates/list": { result: { resourceTemplates: {} } },
    "prompts/list": { result: { prompts: [], nextCursor: "" } },
  };
  writeFileSync(
    program,
    `import { createInterface } from "node:readline";
const answers = ${JSON.stringify(answers)};
for await (const line of createInterface({ input: process.stdin })) {
  const { id, method } = JSON.parse(line);
  const answer = answers[method] ?? ${JSON.stringify(unknownMethod)};
  if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, ...answer }));
}`,
  );
  const common = ["--command", `"${process.execPath}" "${program}"`, "--lock", lock];
  const updated = await check(...common, "--update");
  expect(updated.err).toContain("Not in the lock file, since it cannot be read: resources/list: ");
  const { code, out } = await check(...common, "--format", "json");
  expect(code).toBe(1);
  const sections = JSON.parse(out).sections as {
    findings: { code: string; level: string; places: string[] }[];
  }[];
  const lists = sections.flatMap(({ findings }) => findings).filter(({ code }) => code.startsWith("lists/"));
  expect(lists.map(({ code, level, places }) => [code, level, places])).toEqual([
    ["lists/readable", "fail", ["resources/list", "resources/templates/list"]],
    ["lists/end", "advice", ["tools/list", "prompts/list"]],
  ]);
  const human = await check(...common);
  expect(human.out).toContain(
    "resources/list: it answered resources/list with an error: MCP error -32603: \ufffd[31mThe",
  );
  expect(human.out).toContain("1 tool, about");
});
