/** The names in `tools/list`: all of them, and in the order of the spec. */
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
