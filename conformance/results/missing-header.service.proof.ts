/** A header that a server leaves out everywhere is one finding with all its cases, in every report. */
import { join } from "node:path";
import { expect, test } from "vitest";
import { jsonReport } from "../report/json.ts";
import { junitReport } from "../report/junit.ts";
import { sarifReport } from "../report/sarif.ts";
import { specLinesIn } from "../report/spec-place.ts";
import { terminalReport } from "../report/terminal.ts";
import { styleFor } from "../report/terminal-style.ts";
import { serveNotes } from "../test/support/notes-server.ts";
import { serveProtectedNotes } from "../test/support/oauth/protected-notes.ts";
import { rawProxy } from "../test/support/raw-proxy.ts";
import { idsOf, type TestOptions, testServer } from "../test/support/test-server.ts";
import { countVerdicts, type Report } from "./report.ts";

interface Lost {
  readonly header: string;
  /** Requests whose answers keep the header. */
  readonly keeps?: RegExp;
}

async function testWithout(url: string, { header, keeps }: Lost, options: TestOptions = {}): Promise<Report> {
  const server = await rawProxy(url, ({ response, body }) => {
    if (keeps?.test(body)) return false;
    const { writeHead } = response;
    response.writeHead = ((status: number, headers: Record<string, string> = {}) => {
      const { [header]: _, ...rest } = headers;
      return writeHead.call(response, status, rest);
    }) as typeof response.writeHead;
    return false;
  });
  try {
    return await testServer(server.url, options);
  } finally {
    await server.close();
  }
}

const lost: readonly [lost: Lost, cases: number, got: string][] = [
  [{ header: "www-authenticate" }, 20, "no WWW-Authenticate"],
  // If the first answers lack the header, too, the server is not an MCP server, and the run ends with one sentence.
  [{ header: "content-type", keeps: /"(initialize|tools\/list)"/ }, 100, "no content type"],
];

test.each(lost)("%j", async (header, least, got) => {
  const notes = await serveNotes();
  const report = await testWithout(notes.url, header).finally(() => notes.close());
  const failures = idsOf(report, "failed");
  expect(failures.length).toBeGreaterThan(least);

  const { findings } = JSON.parse(jsonReport(report));
  expect(findings.map(({ cases }: { cases: readonly string[] }) => cases.toSorted())).toEqual([
    failures.toSorted(),
  ]);

  const text = terminalReport(report, styleFor(false), 100);
  expect(text.match(/^ {2}got .*/gm)).toEqual([expect.stringContaining(got)]);
  expect(text).toContain(`also ${failures.length - 1} cases with this cause, at 4 tools in all`);

  const junit = junitReport(report);
  const { failed } = countVerdicts(report.results);
  expect(junit.match(/<failure /g)).toHaveLength(failed);
  expect(junit.match(/<failure message="one cause with /g)).toHaveLength(failed - 1);

  const lines = specLinesIn(join(import.meta.dirname, "../test/notes"));
  const { results } = JSON.parse(sarifReport(report, "spec", lines)).runs[0];
  const errors = results.filter(({ level }: { level: string }) => level === "error");
  expect(errors).toHaveLength(1);
  expect(errors[0].properties.cases).toHaveLength(failures.length);
  const places = errors[0].locations.map((location: object) => JSON.stringify(location));
  expect(places.length).toBeGreaterThan(1);
  expect(new Set(places).size).toBe(places.length);
});

test("an optional part of the challenge has the same cause as a required part", async () => {
  const notes = await serveProtectedNotes({ scheme: "bearer", offers: ["oauth"] });
  const selection: TestOptions["selection"] = { kinds: ["authorization", "oauth"] };
  const options = { cases: notes.cases, target: notes.target, selection };
  const run = testWithout(notes.url, { header: "www-authenticate" }, options);
  const { findings } = JSON.parse(jsonReport(await run.finally(() => notes.close())));
  const names = ["challenge-names-scopes", "challenge-tells-why"];
  const ids = names.map((name) => expect.stringContaining(name));
  expect(findings[0]).toMatchObject({ counted: "failed", cases: expect.arrayContaining(ids) });
  const others = findings.slice(1).flatMap(({ cases }: { cases: readonly string[] }) => cases);
  expect(others.filter((id: string) => id.includes("challenge"))).toEqual([]);
});

test("a server that does not require a token lacks no header", async () => {
  const notes = await serveNotes();
  const server = await rawProxy(notes.url, ({ headers, response }) => {
    if (headers.authorization?.includes("unknown") !== true) return false;
    response.writeHead(200, { "content-type": "application/json" }).end("{}");
    return true;
  });
  const report = await testServer(server.url).finally(() => Promise.all([server.close(), notes.close()]));
  expect(report.results.some(({ verdict }) => "missingHeader" in verdict)).toBe(false);
});
