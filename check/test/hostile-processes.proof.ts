/** Servers that no check may hang at: each ends in a bounded time, with a sentence that says what to do, or with a finding. */

import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import type { AddressInfo } from "node:net";
import { createServer } from "node:net";
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

/** The sections that read nothing more of the server. */
const readOnly = ["protocol", "clients", "cost", "descriptions"].flatMap((name) => ["--without", name]);

const unreadable: readonly [behaviour: string, says: string][] = [
  [
    "dies-at-start",
    "it ended with exit code 3 before it had answered initialize.\nIt wrote to stderr:\n  | No API_KEY is set, only nothing.\n",
  ],
  [
    "dies-in-list",
    "it ended with exit code 137 before it had answered tools/list.\nIt wrote to stderr:\n  | ::error::out of memory\n",
  ],
  ["silent", "it did not answer initialize within 4 s. Give it longer with --timeout SECONDS.\n"],
  ["silent-lists", "it did not answer tools/list within 4 s."],
  ["half-answer", "it did not answer tools/list within 4 s."],
  ["flood", "it sent more than 64 MiB."],
  ["endless-cursors", "tools/list does not end: after 1000 pages there is another one."],
  ["repeated-cursor", "tools/list does not end: its page 2 leads back to an earlier one."],
  ["no-list", "tools/list returned no list of tools."],
  [
    "list-error",
    "it answered tools/list with an error: MCP error -32603: \ufffd[2J\ufffd[31mThe database is gone.",
  ],
];

describe.concurrent("over stdio, exit code 2", () => {
  test.for(unreadable)("%s: says what is wrong", async ([behaviour, says]) => {
    const timeout = ["endless-cursors", "flood"].includes(behaviour) ? "20" : "4";
    const { code, out, err } = await check(
      "--command",
      hostileCommand(behaviour),
      "--timeout",
      timeout,
      ...readOnly,
    );
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`toolwright check: ${hostileCommand(behaviour)}: ${says}`);
  });
});

const unreachable: readonly [behaviour: string, says: string][] = [
  ["forbidden", "it refused to answer (403)."],
  ["not-found", "there is no MCP endpoint (404)."],
  ["html", "what it answers to initialize is not MCP: unexpected content type: text/html"],
  [
    "redirect",
    "it leads elsewhere (308); if you trust that address, name it with --url. https://elsewhere.example/mcp",
  ],
  ["half-json", "what it answers to initialize is not MCP: the answer is not JSON."],
  ["cut-off", "it cut the connection before it had answered."],
  ["ended-stream", "what it answers to initialize is not MCP: the event stream ended without an answer."],
  ["broken", "it answered with HTTP 500: \ufffd[2J\ufffd[31mstack trace"],
  ["silent", "it did not answer initialize within 1 s."],
  ["repeated-cursor", "tools/list does not end"],
];

describe.concurrent("over HTTP, exit code 2", () => {
  test.for(unreachable)("%s: says what is wrong", async ([behaviour, says]) => {
    const { url, close } = await listenHostile(behaviour);
    const { code, out, err } = await check("--url", url, "--timeout", "1", ...readOnly);
    close();
    expect({ code, out }).toEqual({ code: 2, out: "" });
    expect(err).toContain(`toolwright check: ${url}: ${says}`);
  });

  test("a port without TLS is named", async () => {
    const { url, close } = await listenHostile("healthy");
    const { code, err } = await check("--url", url.replace("http:", "https:"), ...readOnly);
    close();
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining("the port does not speak TLS.") });
  });

  test("a port of something else than HTTP is named", async () => {
    const server = createServer((socket) => void socket.end("220 mail.example ESMTP\r\n")).listen(
      0,
      "127.0.0.1",
    );
    onTestFinished(() => void server.close());
    await new Promise((resolve) => server.once("listening", resolve));
    const { port } = server.address() as AddressInfo;
    const { code, err } = await check("--url", `http://127.0.0.1:${port}/mcp`, ...readOnly);
    expect({ code, err }).toEqual({
      code: 2,
      err: expect.stringContaining("what listens there does not speak HTTP. Is the port right?"),
    });
  });
});

describe.concurrent("servers that can be read", () => {
  test("answers in slow parts are whole", async () => {
    const { code, out } = await check("--command", hostileCommand("slow-parts"), ...readOnly);
    expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining("hostile 1.0.0") });
  });

  const kept = ["clients", "cost", "descriptions"].flatMap((name) => ["--without", name]);

  test("a line on stdout that is no message, and a malformed tool, are findings", async () => {
    expect((await check("--command", hostileCommand("prints"), ...kept)).out).toContain(
      "[stdio/only-messages]",
    );
    const { code, out } = await check("--command", hostileCommand("malformed-tool"), ...kept);
    expect(code).toBe(1);
    expect(out).toContain('Tool "bad": inputSchema is missing, which is not MCP.');
  });

  test.for(["human", "markdown", "json", "sarif", "junit", "github"])(
    "--format %s: no escape sequence, no bidirectional control and no line of the server is printed raw",
    async (format) => {
      const { out, err } = await check("--command", hostileCommand("escapes"), "--format", format);
      expect(out + err).not.toMatch(/(?!\n)[\p{Cc}\p{Bidi_Control}]/u);
      expect(out).not.toMatch(/^\W{0,8}No rule of MCP is broken\./m);
      expect(out).not.toMatch(/^\s*::error::forged/m);
      expect(out).toContain("evil");
    },
  );
});

describe.concurrent("values of --env, --token and --header", () => {
  test("are not printed where the server repeats them", async () => {
    const { err } = await check(
      "--command",
      hostileCommand("dies-at-start"),
      "--env",
      "SECRET=hunter2-hunter2",
    );
    expect(err).toContain("No API_KEY is set, only $SECRET.");
    expect(err).not.toContain("hunter2");
  });

  test("are sent by the checks of the protocol as by the reading", async () => {
    const { url, received, close } = await listenHostile("healthy");
    const header = ["--header", "X-Key: hunter2-key"];
    await check("--url", url, "--token", "hunter2-token", ...header, "--without", "clients");
    close();
    expect(received.length).toBeGreaterThan(30);
    expect(new Set(received.map((headers) => headers["x-key"]))).toEqual(new Set(["hunter2-key"]));
    // Some checks leave the token out, or send a wrong one, on purpose.
    const isSent = received.filter(({ authorization }) => authorization === "Bearer hunter2-token");
    expect(isSent.length).toBeGreaterThan(received.length / 2);
  });

  test("are in no report", async () => {
    const { url, close } = await listenHostile("healthy");
    const report = join(folder, "secrets.json");
    const address = url.replace("http://", "http://ana:hunter2-pass@");
    const { out, err } = await check("--url", address, "--header", "X-Key: hunter2-key", "--report", report);
    close();
    const all = out + err + readFileSync(report, "utf8");
    expect(all).not.toContain("hunter2");
    expect(all).not.toContain(Buffer.from("ana:hunter2-pass").toString("base64"));
  });
});
