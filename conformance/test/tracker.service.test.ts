/** Behaviour cases against a small tracker: silent while it keeps its spec, red for each promise that it breaks. */
import { describe, expect, test } from "vitest";
import type { Report } from "../results/report.ts";
import type { Kind } from "../results/verdict.ts";
import { idsOf } from "./support/test-server.ts";
import type { TrackerFault } from "./support/tracker-server/faults.ts";
import { expectFound, findings } from "./support/tracker-server/findings.ts";
import { openIn, testOverStdio, testTracker } from "./support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "./support/tracker-server/sdk-server.ts";
import { serveTracker } from "./support/tracker-server/toolwright-server.ts";
import { mainAccount, trackerCases } from "./support/tracker-server/tracker.ts";

const kinds: Kind[] = [
  "modes",
  "limits",
  "states",
  "effects",
  "arguments",
  "access",
  "isolation",
  "fields",
  "replay",
  "concurrency",
  "pages",
  "results",
  "scenarios",
];

/** Tests the tracker over HTTP. `left`: how many issues there are afterwards. @param before how many issues there are before, which fill pages */
async function overHttp(
  faults: readonly TrackerFault[],
  cases: readonly string[] = [],
  before = 0,
): Promise<{ report: Report; left: number }> {
  const served = await serveTracker(faults);
  for (let at = 0; at < before; at++) served.tracker.handlers.issues.add(mainAccount, "It was here before");
  try {
    const report = await testTracker(served, { selection: { kinds, cases } });
    return { report, left: served.tracker.handlers.issues.all.size };
  } finally {
    await served.close();
  }
}

/** Cases that need another account, another time, or an address of the target. */
const needsMore =
  /\/files\/|^isolation\/(?!.*\/(replay|tokens)$)|^access\/.*(other-account|\/list\/|\/shared$)|\/shared-items$|_lifetime\/|\/next-period$|\/read-by-another$|\/a-revoked-token\//;

test("a healthy tracker has no finding, and nothing is left of the run", async () => {
  const { report, left } = await overHttp([]);
  expect(openIn(report)).toEqual([]);
  expect(report.notes).toEqual([]);
  expect(left).toBe(0);
});

// These read what the call does not name, before the call.
test.each([3, 4])(
  "an item that others end while the suite reads a list is no finding: that of cursor %i",
  async (number) => {
    const served = await serveTracker();
    const { all } = served.tracker.handlers.issues;
    const { issue_id: _, ...issue } = served.tracker.handlers.issues.add(mainAccount, "It was here before");
    // They fill the first page, so that what the run makes is on the second.
    for (let at = 10; at < 30; at++)
      all.set(`iss_0000000000${at}`, { issue_id: `iss_0000000000${at}`, ...issue });
    const exists = all.has.bind(all);
    let cursors = 0;
    all.has = (id) => cursors++ !== number && exists(id);
    const selection = { cases: ["effects/tracker_comment_issue/issue/others-stay"] };
    const report = await testTracker(served, { selection }).finally(served.close);
    expect(cursors).toBeGreaterThan(number);
    expect(report.results).toHaveLength(1);
    expect(openIn(report)).toEqual([]);
  },
);

test("a page that is refused because of a rate is not a finding", async () => {
  const served = await serveTrackerWithSdk();
  const { handlers } = served.tracker;
  const list = handlers.listIssues.bind(handlers);
  handlers.listIssues = (input, call) =>
    input.cursor === undefined ? list(input, call) : call.fail("rate_limited" as never, "Too many calls.");
  const selection = { cases: ["pages/tracker_list_issues/every-item-once"] };
  const report = await testTracker(served, { selection }).finally(served.close);
  expect(report.results[0]!.verdict).toMatchObject({
    status: "unverified",
    cause: "setup",
    why: expect.stringContaining("Too many calls."),
  });
});

test.each<[times: number, status: string]>([
  [8, "held"],
  [1000, "failed"],
])("a total that %i readings change is judged as %s: others may have changed it", async (times, status) => {
  const served = await serveTrackerWithSdk();
  const { handlers } = served.tracker;
  const list = handlers.listIssues.bind(handlers);
  let readings = 0;
  handlers.listIssues = (input, call) => {
    const page = list(input, call);
    return readings++ < times ? { ...page, total: page.total + readings } : page;
  };
  const selection = { cases: ["modes/tracker_list_issues/read-only"] };
  const { results } = await testTracker(served, { selection }).finally(served.close);
  expect(results.map(({ verdict }) => verdict.status)).toEqual([status]);
});

test("an interrupted run ends the instances that it created, and no others", async () => {
  const served = await serveTracker();
  const { issues } = served.tracker.handlers;
  const { issue_id } = issues.add(mainAccount, "It was here before");
  const interrupt = new AbortController();
  let results = 0;
  const report = await testTracker(served, {
    selection: { kinds },
    signal: interrupt.signal,
    onResult: () => ++results === 12 && interrupt.abort(),
  }).finally(served.close);
  expect([...issues.all.keys()]).toEqual([issue_id]);
  expect(report.notes).toEqual(["Interrupted: cases that had not run are not verified."]);
  expect(idsOf(report, "unverified").length).toBeGreaterThan(20);
});

/** Some of the faults; `tracker-faults.proof.ts` tries all. */
const faults = [
  "get-is-open-to-everybody",
  "refused-moves-are-applied",
  "cursor-shows-its-account",
  "digest-is-of-another-file",
] as const;

describe.concurrent("the suite detects a tracker with a fault", () => {
  test.each(faults)("reports the fault %s", async (fault) => {
    const { report } = await overHttp([fault], [findings[fault][0]]);
    expectFound(report, fault);
  });
});

describe.concurrent("among tools that are called between the same two observations, the suite names the tool with the fault", () => {
  test.each(["list-closes-issues"] as const)("reports the fault %s", async (fault) => {
    const { report } = await overHttp([fault], ["modes/**"], 60);
    expect(report.results.length).toBeGreaterThan(5);
    expect(idsOf(report, "failed")).toEqual([findings[fault][0]]);
  });
});

describe.concurrent("without a hook that makes tokens", () => {
  const cases = ["limits/request_rate/other-token"];
  const known = (...tokens: readonly string[]) => ({
    tokens: tokens.map((token) => ({ token, scopes: trackerCases.scopes })),
    hooks: {},
  });

  test("the rate of another token is tried with a known one", async () => {
    const served = await serveTracker(["rate-counts-all-tokens-together"]);
    const target = known("trk_a1", "trk_b1");
    const report = await testTracker(served, { selection: { cases }, target }).finally(served.close);
    expect(report.results[0]!.verdict).toMatchObject({ status: "failed", got: expect.stringMatching(/429/) });
  });
});

describe.concurrent("over stdio", () => {
  test("a healthy tracker has no finding; what needs another account, time or an address is not verified", async () => {
    const report = await testOverStdio([], { kinds });
    expect(idsOf(report, "failed")).toEqual([]);
    const undecided = trackerCases.cases.map(({ id }) => id).filter((id) => needsMore.test(id));
    expect(idsOf(report, "unverified")).toEqual(undecided);
    expect(undecided.length).toBeGreaterThan(10);
  });
});
