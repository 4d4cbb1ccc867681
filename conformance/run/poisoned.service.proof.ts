/** A target that fails every call after one of them: the report names that call, and makes no finding of the cases after it. */
import { expect, onTestFinished, test } from "vitest";
import { groupFindings } from "../results/findings.ts";
import { computeExitCode, type Report } from "../results/report.ts";
import { serveNotes } from "../test/support/notes-server.ts";
import { type Behaviour, rawProxy } from "../test/support/raw-proxy.ts";
import { idsOf, testServer } from "../test/support/test-server.ts";

/** The call that poisons the server: a case at a bound sends it. */
const poison = /"tools\/call".*"notes_create".*"stars":5/s;

async function testPoisoned(
  answer: (id: unknown) => object | "no answer",
  parallel: number,
  timeoutMs?: number,
): Promise<Report> {
  const notes = await serveNotes();
  let isPoisoned = false;
  const behave: Behaviour = ({ body, response }) => {
    const { id, method } = body === "" ? {} : JSON.parse(body);
    const answered = answer(id);
    if (answered === "no answer") {
      isPoisoned ||= poison.test(body);
      return isPoisoned;
    }
    if (isPoisoned && method === "tools/call") {
      response.writeHead(200, { "content-type": "application/json" });
      response.end(JSON.stringify({ jsonrpc: "2.0", id, ...answered }));
      return true;
    }
    isPoisoned ||= poison.test(body);
    return false;
  };
  const server = await rawProxy(notes.url, behave);
  onTestFinished(async () => void (await Promise.all([server.close(), notes.close()])));
  return testServer(server.url, {
    target: { parallel },
    ...(timeoutMs !== undefined && { timeoutMs }),
    selection: { kinds: ["input", "output", "failures"] },
  });
}

const text = "SQLITE_CORRUPT: database disk image is malformed";

test.each([
  ["JSON-RPC errors", { error: { code: -32603, message: text } }, 1],
  ["results with isError", { result: { isError: true, content: [{ type: "text", text }] } }, 1],
  [
    "results with isError, with calls at once",
    { result: { isError: true, content: [{ type: "text", text }] } },
    8,
  ],
])("%s", async (_, answer, parallel) => {
  const report = await testPoisoned(() => answer, parallel);
  const [finding, ...others] = groupFindings(report.results);
  expect(others).toEqual([]);
  expect(finding?.results).toHaveLength(1);
  expect(finding?.example.verdict).toMatchObject({
    got: expect.stringMatching(
      /^every call fails after .*notes_create.*notes_(ping|list)\(\{\}\) gives .*SQLITE_CORRUPT/,
    ),
    evidence: { curl: expect.stringContaining("curl") },
  });
  expect(report.notes[0]).toMatch(/^The target answers no call any more since .*notes_create/);
  expect(idsOf(report, "unverified").length).toBeGreaterThan(20);
  expect(computeExitCode(report)).toBe(1);
});

test.each([1, 8])("a server that answers nothing, with %i calls at once: one finding", async (parallel) => {
  const report = await testPoisoned(() => "no answer", parallel, 500);
  const [finding, ...others] = groupFindings(report.results);
  expect(others).toEqual([]);
  const ids = finding?.results.map(({ subject }) => subject.id);
  expect(ids).toContain("input/notes_create/stars/maximum/at");
  expect(ids?.length).toBeLessThanOrEqual(parallel);
  expect(finding?.example.verdict).toMatchObject({
    got: expect.stringMatching(
      /^every call fails after .*notes_create.*"stars":5.*: ping gives .*no complete answer/,
    ),
  });
  expect(report.notes[0]).toMatch(/^The target answers no call any more since .*A ping after it was not/);
  expect(idsOf(report, "unverified").length).toBeGreaterThan(20);
  expect(computeExitCode(report)).toBe(1);
});

test("a server that leaves one call without an answer, and answers the ping: that call is the finding", async () => {
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, ({ body }) => poison.test(body));
  onTestFinished(async () => void (await Promise.all([server.close(), notes.close()])));
  const report = await testServer(server.url, { timeoutMs: 500, selection: { kinds: ["input"] } });
  expect(report.notes).toEqual([]);
  expect(idsOf(report, "failed")).toContain("input/notes_create/stars/maximum/at");
  expect(idsOf(report, "failed").every((id) => id.startsWith("input/notes_create/"))).toBe(true);
});

test("a server that refuses many calls in a row, and answers the question, is not poisoned", async () => {
  const notes = await serveNotes();
  onTestFinished(notes.close);
  const target = { parallel: 1, refusalCode: "/nowhere" };
  const report = await testServer(notes.url, { target, selection: { kinds: ["input", "errors"] } });
  expect(report.notes).toEqual([]);
  expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
});
