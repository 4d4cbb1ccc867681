/** What the report proposes for a case that is not verified makes the case decided. */
import { expect, onTestFinished, test, vi } from "vitest";
import { follow } from "../behaviour/follow.ts";
import type { StateRule } from "../cases/behaviour.ts";
import type { CaseFile } from "../cases/format.ts";
import { type Cause, causes, type Verdict } from "../results/verdict.ts";
import type { TestOptions } from "./support/test-server.ts";
import type { TrackerHandlers } from "./support/tracker-server/handlers.ts";
import { testTracker } from "./support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "./support/tracker-server/sdk-server.ts";
import { trackerCases, trackerTokens } from "./support/tracker-server/tracker.ts";

/** A target, its spec and the options of a run. */
interface Setting extends TestOptions {
  /** Changes how the server answers. */
  change?(handlers: TrackerHandlers): void;
}

interface Row {
  readonly why: RegExp;
  readonly before: Setting;
  /** What the cure says, done. Absent: the tracker as it is, by its spec. */
  readonly cured?: Setting;
}

const [oneToken] = trackerTokens;
const rows: readonly (readonly [cause: Cause, id: string, Row])[] = [
  [
    "large",
    "limits/summary_quota/tracker_summarize_issue/end",
    {
      why: /^1000 draws are left, and a run uses up at most 250$/,
      before: { change: (handlers) => answerUsage(handlers, 1000) },
    },
  ],
  [
    "large",
    "limits/export_rows/tracker_export_issues/at-limit",
    {
      why: /^the limit is 21, and a run makes at most 20$/,
      before: { cases: withMostRows(21) },
      cured: { cases: withMostRows(12) },
    },
  ],
  [
    "undeclared",
    "limits/summary_quota/tracker_summarize_issue/draws",
    {
      why: /^the spec names no tool that shows summary_quota$/,
      before: { cases: withLimit("summary_quota", { shownBy: undefined }) },
    },
  ],
  [
    "undeclared",
    "states/issue/closed/reopen",
    {
      why: /^no transitions lead from open to closed$/,
      before: { cases: withoutTransition("close") },
    },
  ],
  [
    "no-control",
    "limits/export_lifetime/tracker_export_issues/after",
    {
      why: /^the target has no hook clock/,
      before: { target: { hooks: {} } },
    },
  ],
  [
    "no-account",
    "access/tracker_get_issue/issue_id/other-account",
    {
      why: /^no token of the account other/,
      before: { target: { hooks: {}, tokens: [oneToken!] } },
      cured: { target: { hooks: {}, tokens: trackerTokens } },
    },
  ],
  [
    "no-hook",
    "authorization/tracker_get_issue/expired-token",
    {
      why: /^no expired token/,
      before: { target: { hooks: {} } },
    },
  ],
  [
    "setup",
    "states/issue/initial",
    {
      why: /^tracker_create_issue, which sets the case up, gave/,
      before: { change: (handlers) => refuse(handlers, "createIssue", "not_found") },
    },
  ],
  [
    "not_implemented",
    "states/issue/initial",
    {
      why: /^tracker_create_issue answers not_implemented$/,
      before: { change: (handlers) => refuse(handlers, "createIssue", "not_implemented") },
    },
  ],
  [
    "spent",
    "limits/summary_quota/tracker_summarize_issue/draws",
    {
      why: /of which the run may draw 0$/,
      before: { spend: {} },
      cured: { spend: { summary_quota: 5 } },
    },
  ],
  [
    "left-out",
    "limits/request_rate/over",
    {
      why: /^more requests than the limit allows$/,
      before: { maxRequests: 20 },
    },
  ],
  [
    "read-only",
    "states/issue/initial",
    {
      why: /^the tool may change data$/,
      before: { readOnly: true },
    },
  ],
];

test.each(rows)("%s: %s", async (cause, id, { why, before, cured = {} }) => {
  expect(await verdictOn(id, before)).toEqual(
    expect.objectContaining({ status: "unverified", cause, why: expect.stringMatching(why) }),
  );
  expect(await verdictOn(id, cured)).toEqual({ status: "held" });
});

/** Work that goes on for a minute is not waited for: the clock of the test jumps. */
test("a server that does not make its transition is slow, and decided where it makes it", async () => {
  let now = 0;
  vi.spyOn(performance, "now").mockImplementation(() => (now += 40_000));
  onTestFinished(() => void vi.restoreAllMocks());
  const machine: StateRule = {
    at: "",
    field: { tool: "get", input: {}, path: "/state" },
    initial: "queued",
    states: ["queued", "ready"],
    transitions: {},
    serverTransitions: { finish: { at: "", from: ["queued"], to: "ready" } },
  };
  const called = { outcome: { is: "nothing" } } as never;
  const following = (states: string[]) =>
    follow({ machine, from: "queued", read: async () => ({ state: states.shift() ?? "queued", called }) });
  await expect(following([])).rejects.toMatchObject({
    why: "slow",
    message: "it was still queued after 60 s",
  });
  expect(await following(["ready"])).toMatchObject({ state: "ready" });
});

test("each cause has a cure of its own", () => {
  expect(new Set(Object.values(causes)).size).toBe(Object.keys(causes).length);
});

/** On a server that a team without Toolwright made. */
async function verdictOn(id: string, { change, ...testing }: Setting): Promise<Verdict> {
  const served = await serveTrackerWithSdk();
  change?.(served.tracker.handlers);
  const report = await testTracker(served, { ...testing, selection: { cases: [id] } }).finally(served.close);
  return report.results.find(({ subject }) => subject.id === id)!.verdict;
}

function withLimit(name: string, change: object): CaseFile {
  const behaviour = trackerCases.behaviour!;
  const limits = { ...behaviour.limits, [name]: { ...behaviour.limits[name]!, ...change } as never };
  return { ...trackerCases, behaviour: { ...behaviour, limits } };
}

function withMostRows(max: number): CaseFile {
  return withLimit("export_rows", { max });
}

function withoutTransition(name: string): CaseFile {
  const behaviour = trackerCases.behaviour!;
  const machine = behaviour.states.issue!;
  const { [name]: _, ...transitions } = machine.transitions;
  return { ...trackerCases, behaviour: { ...behaviour, states: { issue: { ...machine, transitions } } } };
}

function answerUsage(handlers: TrackerHandlers, remaining: number): void {
  const usage = handlers.getUsage.bind(handlers);
  handlers.getUsage = (input, call) => ({ ...usage(input, call), limit: remaining, remaining });
}

function refuse(handlers: TrackerHandlers, method: "createIssue", code: string): void {
  handlers[method] = (_, call) => call.fail(code as never, "Not now.");
}
