/** The tracker again, served by the TypeScript SDK of MCP: the suite says the same about it as about the one of Toolwright. */
import { expect, test } from "vitest";
import { countVerdicts } from "../results/report.ts";
import { kinds } from "../results/verdict.ts";
import { openIn, testTracker } from "./support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "./support/tracker-server/sdk-server.ts";

test("a healthy tracker has no finding", async () => {
  const served = await serveTrackerWithSdk();
  const selection = { kinds: kinds.filter((kind) => kind !== "input" && kind !== "card") };
  const report = await testTracker(served, { selection }).finally(served.close);
  expect(openIn(report)).toEqual([]);
  expect(report.notes).toEqual([]);
});

/** The SDK checks arguments itself. It drops the key `__proto__` before it does, so the tool cannot refuse it. */
test("among the input cases, only a key that the SDK drops is advice, and nothing is a finding", async () => {
  const served = await serveTrackerWithSdk();
  const selection = { kinds: ["input"], tools: ["tracker_create_issue", "tracker_get_issue"] } as const;
  const report = await testTracker(served, { selection }).finally(served.close);
  expect(openIn(report).filter((each) => !each.includes("/prototype "))).toEqual([]);
  expect(countVerdicts(report.results)).toMatchObject({ failed: 0, advice: 2 });
  expect(report.results.length).toBeGreaterThan(20);
});
