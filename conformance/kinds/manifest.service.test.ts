/** The names in `tools/list`: all of them, and in the order of the spec. The name and version of the server. */
import { expect, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import { testServer } from "../test/support/test-server.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { trackerCases, trackerTokens } from "../test/support/tracker-server/tracker.ts";

/** The verdict on the names of the tracker, if its spec had this manifest. */
async function judgeNames(manifest: CaseFile["manifest"]): Promise<string> {
  const served = await serveTracker();
  const { results } = await testServer(served.url, {
    cases: { ...trackerCases, manifest },
    target: { name: "tracker", tokens: trackerTokens, bindings: {} },
    seed: 1,
    selection: { cases: ["manifest/names"] },
  }).finally(served.close);
  const [verdict] = results.map((each) => each.verdict);
  return verdict?.status === "failed" && verdict.advice === true ? "advice" : String(verdict?.status);
}

const { manifest } = trackerCases;

test.each([
  ["the order of the spec", "held", manifest],
  ["another order, which MCP gives no meaning", "advice", manifest.toReversed()],
  ["a tool too many", "failed", manifest.slice(1)],
])("%s: %s", async (_, verdict, expected) => {
  expect(await judgeNames(expected)).toBe(verdict);
});

/** The verdict on the name and version of the tracker, if its spec had these. */
async function judgeServer(server: CaseFile["server"]): Promise<string | undefined> {
  const served = await serveTracker();
  const { results } = await testServer(served.url, {
    cases: { ...trackerCases, server },
    target: { name: "tracker", tokens: trackerTokens, bindings: {} },
    seed: 1,
    selection: { cases: ["manifest/server"] },
  }).finally(served.close);
  return results[0]?.verdict.status;
}

const { server } = trackerCases;

test.each([
  ["those of the spec", "held", server],
  ["another version", "failed", { ...server, version: "9.9.9" }],
  ["another name", "failed", { ...server, name: "another" }],
  ["a version that import did not learn", "inapplicable", { ...server, version: "0.0.0" }],
])("the server introduces itself with %s: %s", async (_, verdict, expected) => {
  expect(await judgeServer(expected)).toBe(verdict);
});
