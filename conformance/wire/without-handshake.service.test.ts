/** Servers of MCP 2026-07-28 alone, which refuse `initialize`: the run speaks that version, over HTTP and over stdio. */
import { afterEach, expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { countVerdicts, type Report } from "../results/report.ts";
import { serveNotes } from "../test/support/notes-server.ts";
import { error, type Fault, type Message, proxy } from "../test/support/proxy.ts";
import { idsOf, smallCases, type TestOptions, testServer } from "../test/support/test-server.ts";
import { httpTransport } from "./http.ts";
import type { Transport } from "./transport.ts";

const running: { close(): Promise<void> }[] = [];

afterEach(async () => {
  for (const server of running.splice(0)) await server.close();
});

const ofNewestAlone = (file: CaseFile): CaseFile => ({
  ...file,
  server: { ...file.server, protocolVersions: ["2026-07-28"] },
});

const namesVersion = ({ params }: Message) =>
  "io.modelcontextprotocol/protocolVersion" in (params?._meta ?? {});

const refusesOlder: Fault = async ({ message }, forward) =>
  message.method === undefined || namesVersion(message)
    ? forward()
    : { status: 400, headers: {}, body: "", ...error(message.id, -32022, "Unsupported protocol version") };

async function testNewest(over: "http" | "stdio", testing: TestOptions): Promise<Report> {
  const notes = await serveNotes();
  const server = await proxy(notes.url, refusesOlder);
  running.push(server, notes);
  const http = httpTransport({
    url: new URL(server.url),
    limits: { timeoutMs: 5_000, maxBytes: 1_000_000 },
    parallel: 8,
  });
  const transport: Transport = over === "http" ? http : { ...http, kind: "stdio", to: "node notes.js" };
  return testServer(server.url, { ...testing, cases: ofNewestAlone(smallCases), transport });
}

test.each(["http", "stdio"] as const)("over %s", async (over) => {
  const selection = { kinds: ["manifest" as const, "input" as const, "output" as const] };
  const report = await testNewest(over, { selection });
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual([]);
  expect(countVerdicts(report.results).held).toBeGreaterThan(50);
});

test("over stdio, the checks of that version are made, too", async () => {
  const report = await testNewest("stdio", { selection: { cases: ["protocol/**"] } });
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "held").filter((id) => id.startsWith("protocol/2026-07-28/")).length).toBeGreaterThan(
    5,
  );
});
