/** The stdio transport, in a process of its own. */
import { spawn } from "node:child_process";
import { join } from "node:path";
import { PassThrough, type Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { type StdioServerOptions, serveStdio } from "@toolwright/runtime";
import fc from "fast-check";
import { describe, expect, onTestFinished, test } from "vitest";
import { notes } from "../test/support/wire/notes.ts";
import { NotesHandlers } from "../test/support/wire/notes-handlers.ts";

const ignore = () => undefined;

/** Sends these lines and returns the messages of the answer. Their order is not guaranteed. */
async function answers(
  lines: readonly (string | Buffer)[],
  options: Partial<StdioServerOptions> = {},
): Promise<object[]> {
  const [input, output] = [new PassThrough(), new PassThrough()];
  const log = { info: ignore, warn: ignore, error: ignore };
  const served = serveStdio({
    service: notes,
    handlers: new NotesHandlers(),
    log,
    input,
    output,
    ...options,
  });
  for (const line of lines) input.write(line);
  input.end();
  await served;
  output.end();
  const written = await text(output);
  expect(written === "" || written.endsWith("\n")).toBe(true);
  return written
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => JSON.parse(line) as object);
}

function request(id: number, method: string, params: object = {}): string {
  return `${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`;
}

test("each line is a message, and each answer is a line", async () => {
  const found = await answers([
    request(1, "initialize", {
      protocolVersion: "2025-11-25",
      capabilities: {},
      clientInfo: { name: "x", version: "1" },
    }),
    `${JSON.stringify({ jsonrpc: "2.0", method: "notifications/initialized" })}\n`,
    request(2, "tools/list"),
  ]);
  expect(found).toEqual([
    expect.objectContaining({ id: 1, result: expect.objectContaining({ protocolVersion: "2025-11-25" }) }),
    { jsonrpc: "2.0", id: 2, result: { tools: notes.tools.map(({ manifest }) => JSON.parse(manifest)) } },
  ]);
});

test("messages may arrive in pieces, several at once, and with carriage returns", async () => {
  const bytes = Buffer.from(`${request(1, "ping").replace("\n", "\r\n")}\n\n${request(2, "ping")}`);
  const pieces = Array.from(bytes, (_, at) => bytes.subarray(at, at + 1));
  const all = [
    { jsonrpc: "2.0", id: 1, result: {} },
    { jsonrpc: "2.0", id: 2, result: {} },
  ];
  expect(await answers(pieces)).toEqual(all);
  expect(await answers([bytes])).toEqual(all);
});

test("the user who started the process has every scope", async () => {
  const [called] = await answers([request(1, "tools/call", { name: "notes_get", arguments: { id: "ana" } })]);
  expect(called).toMatchObject({ result: { structuredContent: { author: { email: "ana@example.org" } } } });
});

test("a caller with fewer scopes can be named", async () => {
  const caller = { account: "bo", token: "bo", scopes: new Set(["notes:read"]) };
  const [called] = await answers(
    [request(1, "tools/call", { name: "notes_get", arguments: { id: "ana" } })],
    { caller },
  );
  expect(called).toMatchObject({ result: { structuredContent: { author: { name: "Ana" } } } });
  expect(JSON.stringify(called)).not.toContain("ana@example.org");
});

test("a slow handler does not delay other calls, and is answered after the input has ended", async () => {
  const slow = request(1, "tools/call", { name: "notes_get", arguments: { id: "slow" } });
  const found = await answers([slow, request(2, "ping")]);
  expect(found.map((answer) => (answer as { id: number }).id)).toEqual([2, 1]);
});

test.each<[string, string | Buffer, string]>([
  ["no JSON", "hello\n", "not valid JSON"],
  ["no UTF-8", Buffer.from([0x22, 0xff, 0x22, 0x0a]), "not valid UTF-8"],
  ["too long", `${"x".repeat(2_000)}\n`, "too large"],
  ["a batch", "[]\n", "Batches"],
])("%s is answered with an error, and later messages are served", async (_, line, words) => {
  expect(await answers([line, request(7, "ping")], { maxMessageBytes: 1_000 })).toEqual([
    { jsonrpc: "2.0", error: { code: expect.any(Number), message: expect.stringContaining(words) } },
    { jsonrpc: "2.0", id: 7, result: {} },
  ]);
});

const get = { name: "notes_get", arguments: { id: "ana" } };
const edit = { name: "notes_edit", arguments: { id: "ana", text: "x" } };
const lines: Readonly<Record<string, (id: number) => readonly [line: string, answer?: object]>> = {
  ping: (id) => [request(id, "ping"), { id, result: {} }],
  call: (id) => [request(id, "tools/call", get), { id, result: expect.any(Object) }],
  "call that takes a while": (id) => [request(id, "tools/call", edit), { id, result: expect.any(Object) }],
  "call of nothing": (id) => [
    request(id, "tools/call"),
    { id, error: expect.objectContaining({ code: -32602 }) },
  ],
  "unknown method": (id) => [
    request(id, "nonsense"),
    { id, error: expect.objectContaining({ code: -32601 }) },
  ],
  notification: () => ['{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":null}}\n'],
  response: (id) => [`{"jsonrpc":"2.0","id":${id},"result":{}}\n`],
  "nothing at all": () => ["\n"],
  "no JSON": () => ["{\n", { error: expect.objectContaining({ code: -32700 }) }],
  "too long": () => [`"${"é".repeat(1_000)}"\n`, { error: expect.objectContaining({ code: -32700 }) }],
  "no message": () => ["{}\r\n", { error: expect.objectContaining({ code: -32600 }) }],
  "no id": () => [
    '{"jsonrpc":"2.0","id":null,"method":"ping"}\n',
    { error: expect.objectContaining({ code: -32600 }) },
  ],
};

test("lines of all kinds, cut anywhere, get an answer each, or none if they want none", async () => {
  const sequences = fc.record({
    names: fc.array(fc.constantFrom(...Object.keys(lines)), { maxLength: 12 }),
    cuts: fc.array(fc.nat(), { maxLength: 8 }),
    isCutOff: fc.boolean(),
  });
  await fc.assert(
    fc.asyncProperty(sequences, async ({ names, cuts, isCutOff }) => {
      const sent = names.map((name, id) => lines[name]!(id));
      const bytes = Buffer.from(sent.map(([line]) => line).join("") + (isCutOff ? '{"jsonrpc' : ""));
      const ends = [...cuts.map((cut) => cut % (bytes.length + 1)), bytes.length].sort((a, b) => a - b);
      const pieces = ends.map((end, at) => bytes.subarray(ends[at - 1] ?? 0, end));
      const wanted = sent.flatMap(([, answer]) => answer ?? []);
      if (isCutOff) wanted.push({ error: expect.objectContaining({ code: -32700 }) });
      const found = await answers(pieces, { maxMessageBytes: 1_000 });
      expect(found).toHaveLength(wanted.length);
      for (const answer of wanted) expect(found).toContainEqual({ jsonrpc: "2.0", ...answer });
    }),
    { numRuns: 200 },
  );
});

describe("a client that disconnects", () => {
  /** A process of its own: standard output fails in ways that other streams do not. */
  function start() {
    const program = spawn(process.execPath, [
      "--conditions=toolwright-source",
      join(import.meta.dirname, "../test/support/wire/stdio-program.ts"),
    ]);
    onTestFinished(() => void program.kill("SIGKILL"));
    program.stdin.on("error", ignore);
    const told = text(program.stderr);
    const ended = new Promise<number | null>((resolve) => program.on("close", resolve));
    return { program, told, ended };
  }
  const slow = (id: number) => request(id, "tools/call", { name: "notes_get", arguments: { id: "slow" } });

  test("has its calls finished, and the server ends without an error", async () => {
    const { program, told, ended } = start();
    program.stdout.destroy();
    program.stdin.write([1, 2, 3, 4, 5].map(slow).join(""));
    expect([await ended, await told]).toEqual([0, "ok\n".repeat(5)]);
  });

  test("gets the answers to its earlier requests if it disconnects in the middle of a line", async () => {
    const { program, told, ended } = start();
    const answered = text(program.stdout);
    program.stdin.end(`${slow(1)}${slow(2).slice(0, 20)}`);
    expect([await ended, await told]).toEqual([0, "ok\n"]);
    const lines = (await answered).trim().split("\n");
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      { jsonrpc: "2.0", error: { code: -32700, message: expect.any(String) } },
      expect.objectContaining({ id: 1, result: expect.any(Object) }),
    ]);
  });
});

test("output of handlers and libraries goes to standard error, with one warning", async () => {
  const program = join(import.meta.dirname, "../test/support/wire/printing-program.ts");
  const transport = new StdioClientTransport({
    command: process.execPath,
    args: ["--conditions=toolwright-source", program],
    stderr: "pipe",
  });
  const printed = text(transport.stderr as Readable);
  const client = new Client({ name: "test", version: "1.0.0" });
  const broken: Error[] = [];
  client.onerror = (error) => void broken.push(error);
  await client.connect(transport);
  for (const id of ["ana", "slow"]) {
    const { structuredContent } = await client.callTool({ name: "notes_get", arguments: { id } });
    expect(structuredContent).toMatchObject({ id: "ana" });
  }
  await client.close();
  expect(broken).toEqual([]);
  const all = await printed;
  expect(all.match(/warning: stdout_written: .*console\.error/g)).toHaveLength(1);
  expect(all.match(/reading \{ id: '(?:ana|slow)' \}/g)).toHaveLength(2);
  expect(all.match(/\{"jsonrpc":"2\.0",half a line/g)).toHaveLength(2);
  expect(all.match(/written$/gm)).toHaveLength(2);
});

test("standard output is given back when the server has ended", async () => {
  const { write } = process.stdout;
  const input = new PassThrough();
  const log = { info: ignore, warn: ignore, error: ignore };
  const served = serveStdio({ service: notes, handlers: new NotesHandlers(), log, input });
  expect(process.stdout.write).not.toBe(write);
  input.end();
  await served;
  expect(process.stdout.write).toBe(write);
});
