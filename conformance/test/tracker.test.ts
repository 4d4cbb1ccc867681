/** Behaviour cases against a small tracker: silent while it keeps its spec, red for each promise that it breaks. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import type { Report } from "../results/report.ts";
import type { Kind } from "../results/verdict.ts";
import { stdioTransport } from "../wire/stdio.ts";
import { idsOf, testServer } from "./test-server.ts";
import { type TrackerFault, trackerFaults } from "./tracker-handlers.ts";
import { serveTracker, trackerCases, trackerTokens } from "./tracker-server.ts";

const kinds: Kind[] = ["modes", "states", "access", "replay"];
const target = { name: "tracker", tokens: trackerTokens, bindings: {} };

/** Tests the tracker over HTTP. `left`: how many issues there are afterwards. */
async function overHttp(
  faults: readonly TrackerFault[],
  cases: readonly string[] = [],
): Promise<{ report: Report; left: number }> {
  const { url, handlers, close } = await serveTracker(faults);
  try {
    const report = await testServer(url, { cases: trackerCases, target, selection: { kinds, cases } });
    return { report, left: handlers.issues.size };
  } finally {
    await close();
  }
}

async function overStdio(faults: readonly TrackerFault[], cases: readonly string[] = []): Promise<Report> {
  const transport = stdioTransport({
    program: process.execPath,
    args: ["--conditions=toolwright-source", "tracker-stdio-program.ts", ...faults],
    folder: import.meta.dirname,
    limits: { timeoutMs: 20_000, maxBytes: 1_000_000 },
  });
  return testServer("", {
    cases: trackerCases,
    target: {
      ...target,
      tokens: [],
      command: ["node", join(import.meta.dirname, "tracker-stdio-program.ts")],
    },
    selection: { kinds, cases },
    transport,
  });
}

function open({ results }: Report): string[] {
  return results
    .filter(({ verdict }) => verdict.status !== "held")
    .map(({ subject, verdict }) => `${subject.id} ${JSON.stringify(verdict)}`);
}

/** Fault -> a case that finds it, and what its finding names. */
const findings: Readonly<Record<TrackerFault, readonly [id: string, got: RegExp]>> = {
  "get-is-open-to-everybody": [
    "access/tracker_get_issue/issue_id/other-account",
    /a result: .*The lamp is broken/,
  ],
  "move-is-open-to-everybody": ["access/tracker_move_issue/issue_id/other-account", /"state":"closed"/],
  "comment-is-applied-before-access-is-checked": [
    "access/tracker_comment_issue/issue_id/other-account",
    /tracker_comment_issue refused, and then tracker_get_issue: \/comment_count is 1 instead of 0/,
  ],
  "foreign-ids-are-told-apart": ["access/tracker_label_issue/issue_id/other-account", /ID is not yours/],
  "unknown-id-has-another-code": ["access/tracker_move_issue/issue_id/unknown-id", /There is no issue/],
  "list-shows-foreign-issues": [
    "access/tracker_list_issues/list/issues/issue_id",
    /tracker_list_issues lists "iss_/,
  ],
  "get-overwrites-titles": [
    "modes/tracker_get_issue/read-only",
    /tracker_list_issues: \/title is "Overwritten" instead of "The lamp is broken"/,
  ],
  "list-closes-issues": ["modes/tracker_list_issues/read-only", /tracker_get_issue: \/state is "closed"/],
  "get-adds-a-label": ["modes/tracker_get_issue/read-only", /tracker_list_issues: \/labels\/1 is "seen"/],
  "new-issues-are-closed": ["states/issue/initial", /it is "closed"/],
  "states-are-ignored": ["states/issue/closed/start", /tracker_move_issue gave a result/],
  "refused-moves-are-applied": [
    "states/issue/closed/start",
    /tracker_move_issue refused, and then tracker_get_issue: \/state is "in_progress" instead of "closed"/,
  ],
  "close-leaves-it-open": ["states/issue/open/close", /tracker_get_issue shows "open"/],
  "reopen-is-refused": ["states/issue/closed/reopen", /Closed is closed/],
  "wrong-code-for-wrong-state": [
    "states/issue/in_progress/start",
    /An issue that is in_progress cannot start/,
  ],
  "comment-key-is-ignored": ["replay/tracker_comment_issue/same", /\/number is 2 after 1/],
  "create-key-is-ignored": ["replay/tracker_create_issue/same", /\/issue_id is "iss_\w+" after "iss_/],
  "key-checked-too-late": ["replay/tracker_create_issue/at-once", /\/issue_id is "iss_\w+" after "iss_/],
  "key-ignores-arguments": ["replay/tracker_comment_issue/other-arguments", /a result: /],
  "comment-repeats-the-effect-behind-the-key": [
    "replay/tracker_comment_issue/same",
    /tracker_get_issue: \/comment_count is 2 instead of 1/,
  ],
  "label-is-added-twice": ["modes/tracker_label_issue/idempotent", /\/labels\/2 is "kitchen"/],
  "comment-drops-labels": [
    "modes/tracker_comment_issue/not-destructive",
    /\/labels is \[\] instead of \["new"\]/,
  ],
  "comment-closes-the-issue": ["modes/tracker_comment_issue/not-destructive", /\/state is "closed"/],
  "create-deletes-the-oldest": [
    "modes/tracker_create_issue/not-destructive",
    /tracker_get_issue: \/ is "not_found"/,
  ],
  "delete-deletes-nothing": ["states/issue/ended", /tracker_delete_issue answered with success/],
};

test("a healthy tracker has no finding, and nothing is left of the run", async () => {
  const { report, left } = await overHttp([]);
  expect(open(report)).toEqual([]);
  expect(report.notes).toEqual([]);
  expect(left).toBe(0);
});

test("an interrupted run ends what it made, and nothing else", async () => {
  const { url, handlers, close } = await serveTracker();
  const { issue_id } = handlers.add("ana", "It was here before");
  const interrupt = new AbortController();
  let results = 0;
  const report = await testServer(url, {
    cases: trackerCases,
    target,
    selection: { kinds },
    signal: interrupt.signal,
    onResult: () => ++results === 12 && interrupt.abort(),
  }).finally(close);
  expect([...handlers.issues.keys()]).toEqual([issue_id]);
  expect(report.notes).toEqual(["Interrupted: cases that had not run are not verified."]);
  expect(idsOf(report, "unverified").length).toBeGreaterThan(20);
});

describe.concurrent("the suite finds a tracker", () => {
  test.each(trackerFaults.map((fault) => [fault, ...findings[fault]] as const))(
    "of which %s",
    async (fault, id, got) => {
      const { report } = await overHttp([fault], [id]);
      const finding = report.results[0]!;
      expect(finding.verdict).toMatchObject({
        status: "failed",
        got: expect.stringMatching(got),
        evidence: { curl: expect.stringContaining(finding.subject.tool!) },
      });
    },
  );
});

describe.concurrent("over stdio", () => {
  test("a healthy tracker has no finding; without accounts, access is not verified", async () => {
    const report = await overStdio([]);
    expect(idsOf(report, "failed")).toEqual([]);
    const undecided = report.results.filter(({ verdict }) => verdict.status === "unverified");
    expect(
      new Set(undecided.map(({ subject, verdict }) => `${subject.kind} ${JSON.stringify(verdict)}`)).size,
    ).toBe(1);
    expect(undecided.map(({ subject }) => subject.id)).toEqual(
      trackerCases.cases.map(({ id }) => id).filter((id) => /^access\/.*(other-account|\/list\/)/.test(id)),
    );
  });

  test.each([
    "get-overwrites-titles",
    "refused-moves-are-applied",
    "comment-key-is-ignored",
    "delete-deletes-nothing",
    "unknown-id-has-another-code",
  ] as const)("the suite finds a tracker of which %s", async (fault) => {
    const [id, got] = findings[fault];
    const report = await overStdio([fault], [id]);
    const finding = report.results[0]!;
    expect(finding.verdict).toMatchObject({ status: "failed", got: expect.stringMatching(got) });
  });
});
