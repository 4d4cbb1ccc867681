/** Healthy servers that differ from ours in what MCP leaves open: the suite must report nothing. `other-servers.proof.ts` has more. */
import { join } from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { stdioTransport } from "../wire/stdio.ts";
import { serveNotes } from "./support/notes-server.ts";
import { type Behaviour, rawProxy } from "./support/raw-proxy.ts";
import { idsOf, smallCases, testServer } from "./support/test-server.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

function withAuth(auth: Partial<CaseFile["auth"]>): CaseFile {
  return { ...smallCases, auth: { ...smallCases.auth, ...auth } };
}

async function failedOrUnverified(ids: Promise<{ failed: string[]; unverified: string[] }>) {
  const { failed, unverified } = await ids;
  return [...failed, ...unverified];
}

async function testBehindProxy(behave: Behaviour, cases: CaseFile = smallCases) {
  const notes = await serveNotes({ cases });
  const server = await rawProxy(notes.url, behave);
  running.push(server, notes);
  const report = await testServer(server.url, { cases });
  return { failed: idsOf(report, "failed"), unverified: idsOf(report, "unverified") };
}

describe("the suite has no finding for a healthy server", () => {
  test.each([
    ["that denies by HTTP 403", withAuth({ denial: "http-403" })],
    ["that requires no token", { ...smallCases, auth: { ...smallCases.auth, scheme: "none" } } as CaseFile],
  ])("%s", async (_, cases) => {
    const openTools = Object.fromEntries(
      Object.entries(cases.tools).map(([name, tool]) => [name, { ...tool, scopes: [] }]),
    );
    const file = cases.auth.scheme === "none" ? { ...withoutTokens(cases), tools: openTools } : cases;
    expect(await failedOrUnverified(testBehindProxy(() => false, file))).toEqual([]);
  });

  test("that answers with event streams", async () => {
    const streaming: Behaviour = ({ response }) => {
      const { writeHead, end } = response;
      response.writeHead = ((status: number, headers: Record<string, string>) => {
        const isJson = status === 200 && headers["content-type"] === "application/json";
        const { "content-length": _, ...rest } = headers;
        if (isJson) response.on("pipe", (answer) => toEvents(answer, response, end.bind(response)));
        return writeHead.call(
          response,
          status,
          isJson ? { ...rest, "content-type": "text/event-stream" } : headers,
        );
      }) as typeof response.writeHead;
      return false;
    };
    expect(await failedOrUnverified(testBehindProxy(streaming))).toEqual([]);
  });

  test("whose errors have no codes: cases that need a code are unverified", async () => {
    const notes = await serveNotes();
    running.push(notes);
    const report = await testServer(notes.url, { target: { refusalCode: "/nowhere" } });
    expect(idsOf(report, "failed")).toEqual([]);
    expect(idsOf(report, "unverified").sort()).toEqual(
      expect.arrayContaining([
        "failures/notes_create/taken",
        "failures/notes_get/nothing",
        "output/notes_get/declared",
      ]),
    );
    expect(idsOf(report, "unverified").filter((id) => id.startsWith("input/"))).toEqual([
      "input/notes_get/id/pattern/at",
    ]);
  });
});

test("a server over stdio is tested like one over HTTP", async () => {
  const program = join(import.meta.dirname, "support/notes-stdio-program.ts");
  const args = ["--conditions=toolwright-source", program];
  const limits = { timeoutMs: 20_000, maxBytes: 1_000_000 };
  const transport = stdioTransport({ program: process.execPath, args, folder: ".", limits });
  const report = await testServer("http://unused.invalid", { cases: withoutTokens(smallCases), transport });
  expect([...idsOf(report, "failed"), ...idsOf(report, "unverified")]).toEqual([]);
});

test("a server over stdio that ends is reported with its exit code", async () => {
  const limits = { timeoutMs: 20_000, maxBytes: 1_000_000 };
  const transport = stdioTransport({
    program: process.execPath,
    args: ["-e", "process.exit(3)"],
    folder: ".",
    limits,
  });
  expect(await transport.send({ id: 1, body: "{}", headers: {} })).toEqual({
    problem: "the server ended with 3",
  });
});

/** The cases of the same server without tokens. */
function withoutTokens(cases: CaseFile): CaseFile {
  const isOpen = ({ kind }: CaseFile["cases"][number]) => kind !== "authorization";
  return { ...cases, auth: { ...cases.auth, scheme: "none" }, cases: cases.cases.filter(isOpen) };
}

/** Sends the piped JSON as one event, after a comment and a notification. */
function toEvents(
  answer: NodeJS.ReadableStream,
  response: NodeJS.WritableStream,
  end: (text: string) => void,
): void {
  answer.unpipe(response);
  const parts: Buffer[] = [];
  answer.on("data", (part: Buffer) => parts.push(part));
  answer.on("end", () => {
    const text = Buffer.concat(parts).toString();
    end(
      `: hello\r\n\r\nevent: message\r\ndata: {"jsonrpc":"2.0","method":"notifications/message"}\r\n\r\ndata: ${text}\r\n\r\n`,
    );
  });
}
