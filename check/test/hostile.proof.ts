/** More servers that no check may hang at, or end with a stack trace: the whole check runs at each, with all sections. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, onTestFinished, test } from "vitest";
import { hostileCommand, listenHostile } from "./support/hostile-server.ts";
import { type Ended, runIn } from "./support/run-check.ts";

const folder = mkdtempSync(join(tmpdir(), "hostile-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function check(...args: readonly string[]): Promise<Ended> {
  return runIn(folder, [...args, "--lock", join(folder, "none.json")]);
}

/** Seconds: long enough for an answer on a busy machine. */
const patience = "6";

/** Told at once, with the answer. */
const unmatched = (id: unknown) =>
  `what it answers to initialize is not MCP: the answer has the id ${id}, and the request has 0.\nIt sent an answer whose id is that of no request:\n  | {"jsonrpc":"2.0"`;
const streamed = (id: unknown) =>
  `what it answers to initialize is not MCP: the answer has the id ${id}, and the request has 1.\nIt sent an answer whose id is that of no request:\n  | {"jsonrpc":"2.0"`;
const silent = (method: string) =>
  `it did not answer ${method} within ${patience} s. Give it longer with --timeout SECONDS.`;

/** Behaviour -> what the message says, over stdio and over HTTP. */
const unreadable: Readonly<Record<string, readonly [stdio: string | undefined, http: string | undefined]>> = {
  "silent-page": [silent("tools/list"), silent("tools/list")],
  "silent at initialize": [silent("initialize"), silent("initialize")],
  "silent at notifications/initialized": [undefined, silent("notifications/initialized")],
  "wrong-ids": [
    unmatched(1000),
    "what it answers to initialize is not MCP: the answer has the id 1001, and the request has 1.",
  ],
  "null-ids": [unmatched(null), "the answer has the id null, and the request has 1."],
  "no-ids": [unmatched(undefined), "the answer has the id undefined, and the request has 1."],
  "streamed wrong-ids": [undefined, streamed(1001)],
  "streamed null-ids": [undefined, streamed(null)],
  "streamed no-ids": [undefined, streamed(undefined)],
  "streamed text-ids": [undefined, "the answer to initialize is: HTTP 200 without a JSON-RPC answer"],
  "framed-messages": [
    "its messages begin with Content-Length, as those of the Language Server Protocol do, and a message of MCP is one line.\nIt wrote to stdout what is not an MCP message:\n  | Content-Length: ",
    "what it answers to initialize is not MCP: the answer is not JSON.",
  ],
  "unfinished-line": [
    "it did not answer initialize within 6 s. Give it longer with --timeout SECONDS.\nIt wrote to stdout a line that does not end:\n  | \ufffd[2J\ufffd[31mEnter the key:",
    "what it answers to initialize is not MCP: the answer is not JSON.",
  ],
  batches: [
    'It wrote to stdout what is not an MCP message:\n  | [{"jsonrpc":"2.0"',
    "what it answers to initialize is not MCP: the answer is not JSON.",
  ],
  "invalid-utf8": [
    "what it answers to tools/list is not MCP: the text is not UTF-8.",
    "what it answers to tools/list is not MCP: the text is not UTF-8.",
  ],
  "deep-opening": [
    "what it answers to initialize is not MCP: it is nested more than 190 levels deep.",
    "what it answers to initialize is not MCP: it is nested more than 190 levels deep.",
  ],
};

describe.concurrent("a server that cannot be read: exit code 2, and a sentence", () => {
  const rows = Object.entries(unreadable).map(([behaviour, says]) => [behaviour, ...says] as const);

  test.for(rows.filter(([, stdio]) => stdio !== undefined))("over stdio, %s", async ([behaviour, says]) => {
    const { code, out, err, seconds } = await check(
      "--command",
      hostileCommand(behaviour),
      "--timeout",
      patience,
    );
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(says!) });
    expect(err).not.toMatch(/^\s+at /m);
    expect(seconds).toBeLessThan(60);
  });

  test.for(rows)("over HTTP, %s", async ([behaviour, , says]) => {
    const { url, close } = await listenHostile(behaviour);
    onTestFinished(close);
    const { code, out, err, seconds } = await check("--url", url, "--timeout", patience);
    expect({ code, out, err }).toEqual({ code: 2, out: "", err: expect.stringContaining(says!) });
    expect(err).not.toMatch(/^\s+at /m);
    expect(seconds).toBeLessThan(60);
  });
});

/** Behaviour -> a part of the report. */
const readable: readonly [behaviour: string, code: number, says: string][] = [
  ["duplicate-names", 1, 'Two tools are called "same".'],
  ["deep-schema", 1, 'Tool "deep" is nested more than 190 levels deep.'],
  ["circles", 0, "4 tools, about"],
  ["odd-names", 0, "6 tools, about"],
  ["line-ends", 0, "No rule of MCP is broken."],
  ["long-noise", 1, "[stdio/only-messages]"],
  ["long-instructions", 0, "1 tool, about"],
  ["silent at server/discover", 0, "1 tool, about"],
  ["silent at ping", 1, "[lifecycle/pongs]"],
  ["silent at resources/list", 1, "[lists/readable]"],
  ["silent at resources/templates/list", 1, "[lists/readable]"],
  ["silent at prompts/list", 1, "[lists/readable]"],
  ["equal cursors at resources/list", 1, "resources/list does not end: its page 2 leads back"],
  ["other cursors at prompts/list", 1, "prompts/list does not end: after 1000 pages there is another one."],
  ["growing cursors at resources/list", 1, "resources/list: it sent more than 16 MiB."],
];

describe.concurrent("a server that can be read: a report", () => {
  test.for(readable)("%s", async ([behaviour, wanted, says]) => {
    // The check waits for a silent server until the time limit. The others answer, on a busy machine later.
    const timeout = behaviour.startsWith("silent") ? patience : "30";
    const { code, out, err, seconds } = await check(
      "--command",
      hostileCommand(behaviour),
      "--timeout",
      timeout,
    );
    expect({ code, out }).toEqual({ code: wanted, out: expect.stringContaining(says) });
    expect(out + err).not.toMatch(/^\s+at /m);
    expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
    expect(seconds).toBeLessThan(60);
  });
});

test("a session that the server never ends does not hold the check", async () => {
  const { url, close } = await listenHostile("silent at DELETE");
  onTestFinished(close);
  const { code, seconds } = await check("--url", url, "--without", "protocol");
  expect(code).toBe(0);
  expect(seconds).toBeLessThan(60);
});
