/** Targets that cannot be tested: one sentence that says what to do, and no report of hundreds of findings. */
import { afterEach, expect, test } from "vitest";
import { computeExitCode } from "../results/report.ts";
import { serveNotes, tokenScopes } from "../test/support/notes-server.ts";
import { answers, error, type Fault, proxy } from "../test/support/proxy.ts";
import { idsOf, type TestOptions, testServer } from "../test/support/test-server.ts";
import { UsageError } from "../usage/usage-error.ts";
import { stdioTransport } from "../wire/stdio.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

async function testedBehind(fault: Fault, testing: TestOptions = {}) {
  const notes = await serveNotes();
  const server = await proxy(notes.url, fault);
  running.push(server, notes);
  return testServer(server.url, testing);
}

const everything = () => true;
const page = { headers: { "content-type": "text/html" }, body: "<h1>Not here</h1>" };

test.each<[string, Fault, RegExp]>([
  [
    "every token",
    answers(everything, () => ({ status: 401 })),
    /does not accept the token: HTTP 401.* Set a valid token/,
  ],
  [
    "every token, but not initialize",
    (request, forward) =>
      request.message.method === "initialize" ? forward() : { status: 401, headers: {}, body: "" },
    /does not accept the token: HTTP 401/,
  ],
  [
    "every request",
    answers(everything, ({ message }) => ({ ...error(message.id, -32000), status: 403 })),
    /forbids requests with this token: HTTP 403 with JSON-RPC error -32000: No\./,
  ],
  [
    "the path",
    answers(everything, () => ({ ...page, status: 404 })),
    /does not answer like an MCP server; .*HTTP 404 .*Check the address and its path, that/,
  ],
  [
    "nothing, with a page",
    answers(everything, () => page),
    /does not answer like an MCP server; .*HTTP 200 .*text\/html/,
  ],
])("a target that refuses %s", async (_, fault, sentence) => {
  const testing = testedBehind(fault);
  await expect(testing).rejects.toThrow(UsageError);
  await expect(testing).rejects.toThrow(sentence);
});

test.each([
  ["a port where nothing listens", "http://127.0.0.1:1/mcp", /cannot be reached: nothing listens there/],
  [
    "a name that does not exist",
    "http://mcp.invalid/mcp",
    /cannot be reached: (there is no such host|the name .* looked up)/,
  ],
  ["http:// spelled https://", "https", /cannot be reached: the port does not support TLS/],
])("%s", async (_, url, sentence) => {
  const notes = await serveNotes();
  running.push(notes);
  const address = url === "https" ? notes.url.replace("http:", "https:") : url;
  await expect(testServer(address)).rejects.toThrow(sentence);
});

test("the error names a path that differs from the path in the spec", async () => {
  const notes = await serveNotes();
  running.push(notes);
  const testing = testServer(notes.url.replace("/mcp", "/api"));
  await expect(testing).rejects.toThrow(/HTTP 404.* Check the address and its path \(the spec has \/mcp\)/);
});

test("a program that ends at once: the error has its last output", async () => {
  const transport = stdioTransport({
    program: process.execPath,
    args: ["-e", "console.error('no config file'); process.exit(3)"],
    folder: ".",
    limits: { timeoutMs: 5_000, maxBytes: 1_000_000 },
  });
  await expect(testServer("", { transport, target: { command: ["x"] } })).rejects.toThrow(
    /does not answer: the server ended with 3 \(no config file\)\. Run the command yourself/,
  );
});

test("a server over stdio that a call ends: the report names the call, and what the server said last", async () => {
  const program = `
    const result = { protocolVersion: "2025-11-25", capabilities: { tools: {} }, serverInfo: { name: "notes", version: "1.2.0" } };
    require("node:readline").createInterface(process.stdin).on("line", (line) => {
      const { id, method } = JSON.parse(line);
      if (method === "tools/call") throw new TypeError("ids is not iterable");
      if (id !== undefined) console.log(JSON.stringify({ jsonrpc: "2.0", id, result: method === "initialize" ? result : { tools: [] } }));
    });`;
  const transport = stdioTransport({
    program: process.execPath,
    args: ["-e", program],
    folder: ".",
    limits: { timeoutMs: 5_000, maxBytes: 1_000_000 },
  });
  const target = { command: ["x"], parallel: 1, tokens: [], bindings: {} };
  const report = await testServer("", { transport, target, selection: { kinds: ["input"] } });
  expect(report.notes[0]).toMatch(
    /^The target stopped answering after \d+ requests, during notes_\w+\(.*\): the server ended with 1 \(TypeError: ids is not iterable\)\./,
  );
  // The call was sent again, alone, to a server that was just started.
  expect(idsOf(report, "failed")).toHaveLength(1);
  expect(report.results.find(({ verdict }) => verdict.status === "failed")?.verdict).toMatchObject({
    got: expect.stringMatching(
      /^the target ends at this request, also when it gets it alone: .*ids is not iterable/,
    ),
    evidence: { curl: expect.stringContaining('"tools/call"') },
  });
  expect(computeExitCode(report)).toBe(1);
});

test("a server that ends during a run: the report says so first, and later cases are not verified", async () => {
  const notes = await serveNotes();
  let calls = 0;
  const server = await proxy(notes.url, async (request, forward) => {
    if (request.message.method === "tools/call" && ++calls === 10) void server.close();
    return forward();
  });
  running.push(notes);
  const [token = ""] = Object.keys(tokenScopes);
  const report = await testServer(server.url, { target: { parallel: 1, bindings: {}, tokens: [{ token }] } });
  expect(report.notes[0]).toMatch(
    /^The target stopped answering after \d+ requests: nothing listens there\. .*See its log/,
  );
  expect(idsOf(report, "failed").length).toBeLessThan(3);
  expect(computeExitCode(report)).not.toBe(0);
});

test("calls that all fail exercise no constraint", async () => {
  const broken: Fault = answers(
    ({ message }) => message.method === "tools/call",
    ({ message }) => ({ ...error(message.id, -32603), status: 500 }),
  );
  const { coverage } = await testedBehind(broken);
  expect(coverage).toMatchObject({ exercised: 0 });
  expect(coverage!.missing[0]!.why).toMatch(/^no tool answered: HTTP 500 with JSON-RPC error -32603/);
});
