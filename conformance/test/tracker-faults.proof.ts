/** Every promise of behaviour broken once: by the tracker of Toolwright over HTTP and stdio, and by the one of the SDK of MCP. */
import { describe, expect, test } from "vitest";
import { idsOf } from "./support/test-server.ts";
import { trackerFaults } from "./support/tracker-server/faults.ts";
import { expectFound, findings, listCases } from "./support/tracker-server/findings.ts";
import { testOverStdio, testTracker } from "./support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "./support/tracker-server/sdk-server.ts";
import { serveTracker } from "./support/tracker-server/toolwright-server.ts";

describe.concurrent.each([
  ["Toolwright's server", serveTracker],
  ["the SDK's server", serveTrackerWithSdk],
] as const)("the suite detects a tracker with a fault over HTTP, %s", (_, serve) => {
  test.each(trackerFaults)("reports the fault %s", async (fault) => {
    const served = await serve([fault]);
    const report = await testTracker(served, { selection: { cases: listCases(fault) } });
    await served.close();
    expect(report.results).toHaveLength(listCases(fault).length);
    expectFound(report, fault);
  });
});

describe.concurrent("the suite detects a tracker with a fault over stdio", () => {
  test.each([
    "get-overwrites-titles",
    "refused-moves-are-applied",
    "comment-key-is-ignored",
    "delete-deletes-nothing",
    "unknown-id-has-another-code",
    "total-is-wrong",
    "export-has-one-too-many",
    "summary-draws-twice",
    "quota-is-checked-too-late",
    "usage-does-not-add-up",
    "another-issue-is-named",
    "reopening-drops-labels",
  ] as const)("reports the fault %s", async (fault) => {
    expectFound(await testOverStdio([fault], { cases: [findings[fault][0]] }), fault);
  });
});

describe.concurrent("among tools that are called between the same two observations, the suite names the tool with the fault", () => {
  test.each([
    "get-overwrites-titles",
    "list-closes-issues",
    "get-adds-a-label",
    "get-counts-reads",
    "comment-closes-the-issue",
    "create-deletes-the-oldest",
  ] as const)("reports the fault %s", async (fault) => {
    const served = await serveTracker([fault]);
    const report = await testTracker(served, { selection: { cases: ["modes/**"] } }).finally(served.close);
    expect(report.results.length).toBeGreaterThan(5);
    expect(idsOf(report, "failed")).toEqual([findings[fault][0]]);
  });
});
