/** If a user does what the report proposes for an unverified case, the case is decided. */
import { expect, onTestFinished, test, vi } from "vitest";
import { successfulCall } from "../behaviour/calls/answered-calls.ts";
import { follow } from "../behaviour/states/follow.ts";
import type { StateRule } from "../cases/behaviour.ts";
import type { CaseFile } from "../cases/format.ts";
import { type Cause, causes, type Verdict } from "../results/verdict.ts";
import { type Behaviour, rawProxy } from "./support/raw-proxy.ts";
import { type RenderWork, rendersCases, serveRenders } from "./support/renders-server.ts";
import type { RunningProxy } from "./support/running-proxy.ts";
import { type TestOptions, testServer } from "./support/test-server.ts";
import {
  addIssues,
  answerUsage,
  asTask,
  casesWith,
  filterIssues,
  ignoreComments,
  refuse,
  refuseIssues,
  replaced,
  showComments,
  withLimit,
  withMostRows,
  withoutTransition,
  withUnsoundCase,
} from "./support/tracker-server/changed.ts";
import type { TrackerHandlers } from "./support/tracker-server/handlers.ts";
import { testTracker } from "./support/tracker-server/runs.ts";
import { serveTrackerWithSdk } from "./support/tracker-server/sdk-server.ts";
import { mainAccount, trackerTokens } from "./support/tracker-server/tracker.ts";

/** A target, its spec and the options of a run. */
interface Setting extends TestOptions {
  /** Changes how the server answers. */
  change?(handlers: TrackerHandlers): void;
  /** Answers in place of the server; it can interrupt the run, or end. */
  between?(run: { interrupt(): void; endServer(): void }): Behaviour;
}

interface Row {
  readonly why: RegExp;
  readonly before: Setting;
  /** Does what the cure proposes. If absent, the unchanged tracker is tested by its spec. */
  readonly cured?: Setting;
}

const service = "service.yaml";
const createFile = "tools/tracker_create_issue.yaml";
const moveFile = "tools/tracker_move_issue.yaml";
const moving = "input/tracker_move_issue/required-only";
const reopening = "input/tracker_move_issue/action/enum/value-reopen";
const discovery = "protocol/2026-07-28/discovery/lists-versions";
const [oneToken] = trackerTokens;
const withoutCodes = { refusalCode: "/nowhere" };
const refuseLamps = refuseIssues(({ title }) => title === "The lamp is broken");
const refuseShortTitles = refuseIssues(({ title }) => title.length < 2);
const refuseLongNames = refuseIssues(({ title, reporter = "" }) => reporter.length > title.length);
const withoutStates = { [service]: replaced(/^states:[\s\S]*?(?=^tools:)/m, "") };
const stateless = casesWith(withoutStates);
const late = "  late: { input: { issue_id: iss_4k1x7q0m2z9p, action: close }, failure: wrong_state }\n";
const statelessLate = casesWith({ ...withoutStates, [moveFile]: replaced(/$/, late) });

/** The spec shares with an account that only the team's own server has. */
const sharing = casesWith({
  "scenarios/shared.yaml": () => `workflows:
  - workflowId: shared
    summary: An issue is shared.
    inputs: { type: object, properties: { with: { type: string, default: friend } } }
    steps:
      - stepId: report
        operationId: tracker_create_issue
        requestBody: { payload: { title: The door squeaks } }
        outputs: { id: $result.structuredContent#/issue_id }
      - stepId: share
        operationId: tracker_share_issue
        requestBody: { payload: { issue_id: $steps.report.outputs.id, with: $inputs.with } }
`,
});

function shareWithColleagues(handlers: TrackerHandlers): void {
  const share = handlers.shareIssue.bind(handlers);
  handlers.shareIssue = (input, call) =>
    input.with === "colleague" ? share(input, call) : call.fail("not_found", "There is no such account.");
}

/** Shows no account that it used anything. */
function hideUse(handlers: TrackerHandlers): void {
  const usage = handlers.getUsage.bind(handlers);
  handlers.getUsage = (input, call) => {
    const shown = usage(input, call);
    return { ...shown, used: 0, remaining: shown.limit };
  };
}

const refuseStrangers = refuseIssues(({ reporter = "Ana" }) => !["Ana", "Ben"].includes(reporter));

const withoutReporter = casesWith({
  [createFile]: replaced(/ reporter: Ana,| {6}reporter: Ana\n/g, ""),
});
const atLimit = "limits/shown/tracker_get_issue/at-limit";
const shown = "\n  shown: { kind: count, max: 3, applies_to: [tracker_get_issue], field: /comments }";
const comments = casesWith({ [service]: replaced("limits:", `limits:${shown}`) });
const otherComments = casesWith({
  [service]: replaced("limits:", `limits:${shown}`),
  "tools/tracker_comment_issue.yaml": replaced("destructiveHint: false", "destructiveHint: true"),
});

/** Makes the part of a target file that closes an issue before a case. */
function closingBefore(id: string) {
  const input = { issue_id: "iss_4k1x7q0m2z9p", action: "close" };
  return { before: [{ case: id, calls: [{ tool: "tracker_move_issue", input }] }] };
}

function withVersions(...versions: readonly string[]): CaseFile {
  const to = `version: 1.0.0, protocolVersions: [${versions.map((version) => `'${version}'`)}],`;
  return casesWith({ [service]: replaced("version: 1.0.0,", to) });
}

function withPrompt(minLength: number): CaseFile {
  const prompt = `
description: Sorts issues.
scope: issues:read
arguments:
  word: { description: What they are about., required: true, minLength: ${minLength}, maxLength: 9 }
messages: [{ role: user, text: "Sort what is about {{word}}." }]
`;
  return casesWith({
    [service]: replaced("tools:\n", "prompts: [triage]\ntools:\n"),
    "prompts/triage.yaml": () => prompt,
  });
}

function withTitle(title: string): CaseFile {
  return casesWith({ [createFile]: replaced(/The lamp is broken/g, title) });
}

/** The cause, what the report proposes for it, and a case that it decides. */
const rows: readonly (readonly [cause: Cause, cure: string, id: string, Row])[] = [
  [
    "large",
    "a smaller quota",
    "limits/summary_quota/tracker_summarize_issue/end",
    {
      why: /^1000 draws are left, but a run uses up at most 250$/,
      before: { change: (handlers) => answerUsage(handlers, 1000) },
    },
  ],
  [
    "large",
    "limit",
    "limits/export_rows/tracker_export_issues/at-limit",
    {
      why: /^the limit is 41, but a run creates at most 40$/,
      before: { cases: withMostRows(41) },
      cured: { cases: withMostRows(12) },
    },
  ],
  [
    "undeclared",
    "Add the missing declaration to the spec.",
    "limits/summary_quota/tracker_summarize_issue/draws",
    {
      why: /^the spec declares no tool that shows summary_quota$/,
      before: { cases: withLimit("summary_quota", { shownBy: undefined }) },
    },
  ],
  [
    "undeclared",
    "Add the missing declaration to the spec.",
    "states/issue/closed/reopen",
    {
      why: /^no transitions lead from open to closed$/,
      before: { cases: withoutTransition("close") },
    },
  ],
  [
    "no-control",
    "Add the hook that the case needs to the target file.",
    "limits/export_lifetime/tracker_export_issues/after",
    {
      why: /^the target has no hook clock/,
      before: { target: { hooks: {} } },
    },
  ],
  [
    "no-account",
    "Add a token of another account to the target file (`account: other`",
    "access/tracker_get_issue/issue_id/other-account",
    {
      why: /^no token of the account other/,
      before: { target: { hooks: {}, tokens: [oneToken!] } },
      cured: { target: { hooks: {}, tokens: trackerTokens } },
    },
  ],
  [
    "no-hook",
    "or the hook that creates one",
    "authorization/tracker_get_issue/expired-token",
    {
      why: /^there is no expired token/,
      before: { target: { hooks: {} } },
    },
  ],
  [
    "setup",
    "Make the calls and hooks that prepare the case succeed",
    "limits/link_lifetime/tracker_export_issues/after",
    {
      why: /^The hook clock ended with 3\. no time$/,
      before: {
        target: { hooks: { clock: [process.execPath, "-e", "console.error('no time'); process.exit(3)"] } },
      },
    },
  ],
  [
    "setup",
    "Make the calls and hooks that prepare the case succeed",
    "states/issue/initial",
    {
      why: /^tracker_create_issue, which prepares the case, gave/,
      before: { change: (handlers) => refuse(handlers, "createIssue", "not_found") },
    },
  ],
  [
    "not_implemented",
    "Implement the tool.",
    "states/issue/initial",
    {
      why: /^tracker_create_issue answers not_implemented$/,
      before: { change: (handlers) => refuse(handlers, "createIssue", "not_implemented") },
    },
  ],
  [
    "spent",
    "Allow more draws with --spend.",
    "limits/summary_quota/tracker_summarize_issue/draws",
    {
      why: /and the run draws nothing from it \(--spend \w+=N allows N\)$/,
      before: { spend: {} },
      cured: { spend: { summary_quota: 5 } },
    },
  ],
  [
    "shared",
    "no other client works with the data",
    "pages/tracker_list_issues/total",
    {
      why: /^the list changes between two readings without a call of the run$/,
      before: { change: addIssues },
    },
  ],
  [
    "used-up",
    "more of the quota",
    "scenarios/a-title-without-a-word/title",
    {
      why: /nothing is left of summary_quota$/,
      before: { change: (handlers) => refuse(handlers, "summarizeIssue", "quota_exceeded") },
    },
  ],
  [
    "used-up",
    "more of the quota",
    "input/tracker_summarize_issue/required-only",
    {
      why: /^the call was refused with quota_exceeded: nothing is left of summary_quota$/,
      before: { change: (handlers) => refuse(handlers, "summarizeIssue", "quota_exceeded") },
    },
  ],
  [
    "used-up",
    "more of the quota",
    "limits/summary_quota/tracker_summarize_issue/draws",
    {
      why: /^tracker_summarize_issue, which prepares the case, was refused: nothing is left of summary_quota$/,
      before: { change: (handlers) => refuse(handlers, "summarizeIssue", "quota_exceeded") },
    },
  ],
  [
    "left-out",
    "raise --max-requests",
    "limits/request_rate/over",
    {
      why: /^more requests than the limit allows$/,
      before: { maxRequests: 20 },
    },
  ],
  [
    "read-only",
    "Run without --read-only.",
    "states/issue/initial",
    {
      why: /^the tool may change data$/,
      before: { readOnly: true },
    },
  ],
  [
    "excluded",
    "Run without --exclude for this tool",
    "states/issue/open/close",
    {
      why: /^the run never calls this tool$/,
      before: { target: { exclude: ["tracker_move_issue"] } },
    },
  ],
  [
    "undeclared",
    "Add the missing declaration to the spec.",
    "states/issue/open/reopen",
    {
      why: /^no other tool shows an issue$/,
      before: {
        cases: casesWith({
          [service]: replaced(/^ +(observed_by|shared_by):.*\n/gm, ""),
          "tools/tracker_label_issue.yaml": replaced(/^(revision|adds):.*\n/gm, ""),
          "tools/tracker_copy_issue.yaml": replaced(/^copies:.*\n/m, ""),
        }),
      },
    },
  ],
  [
    "no-account",
    "or the hooks for accounts, mint and account",
    "access/tracker_get_issue/issue_id/other-account",
    {
      why: /^no token of the account other/,
      before: { target: { hooks: {}, tokens: [oneToken!] } },
      cured: { target: { tokens: [oneToken!] } },
    },
  ],
  [
    "no-hook",
    "Add a token of this kind to the target file",
    "authorization/tracker_get_issue/expired-token",
    {
      why: /^there is no expired token/,
      before: { target: { hooks: {} } },
      cured: { target: { hooks: {}, tokens: [...trackerTokens, { token: "trk_old", is: "expired" }] } },
    },
  ],
  [
    "setup",
    "correct their description in the spec",
    "states/issue/closed/reopen",
    {
      why: /^tracker_move_issue, which prepares the case, gave/,
      before: { cases: casesWith({ [service]: replaced("{ action: close }", "{ action: reopen }") }) },
    },
  ],
  [
    "refused",
    "Add a binding to the target file, so that the arguments name existing data",
    "output/tracker_read_export/example/one",
    { why: /^the call was refused with export_gone$/, before: { target: { bindings: {} } } },
  ],
  [
    "refused",
    "Add a binding to the target file, so that the arguments name existing data",
    "scenarios/shared/share",
    {
      why: /^no binding of with in the target file says which account its value names$/,
      before: { cases: sharing, change: shareWithColleagues, target: { bindings: {} } },
      cured: {
        cases: sharing,
        change: shareWithColleagues,
        target: { bindings: { with: { value: "colleague", account: "friend" } } },
      },
    },
  ],
  [
    "refused",
    "or calls (`before`) that bring it into the right state",
    reopening,
    {
      why: /^the call was refused with wrong_state$/,
      before: { cases: stateless },
      cured: { cases: stateless, target: closingBefore(reopening) },
    },
  ],
  [
    "binding",
    "Correct the binding in the target file",
    moving,
    {
      why: /^with the values of the target file, the arguments do not fit: .action/,
      before: { target: { bindings: { action: { value: "fly" } } } },
      cured: { target: { bindings: { action: { value: "start" } } } },
    },
  ],
  [
    "domain-rule",
    "Write the rule into the schema",
    "input/tracker_create_issue/title/minLength/at",
    {
      why: /^the schema allows these arguments, but the server refuses them: .*Such an issue is not ours/,
      before: { change: refuseShortTitles },
      cured: {
        change: refuseShortTitles,
        cases: casesWith({
          [createFile]: replaced(
            "title: { type: string, minLength: 1",
            "title: { type: string, minLength: 2",
          ),
        }),
      },
    },
  ],
  [
    "domain-rule",
    "Write the rule into the schema",
    "prompts/triage/word/minLength/at",
    {
      why: /JSON-RPC error -32602: Two letters at least/,
      before: { cases: withPrompt(1), between: () => answerTriage },
      cured: { cases: withPrompt(2), between: () => answerTriage },
    },
  ],
  [
    "setup",
    "correct their description in the spec",
    "isolation/tracker_summarize_issue/summary_quota/account",
    {
      why: /^the other account sees no draw of its own call of tracker_summarize_issue/,
      before: { change: hideUse },
    },
  ],
  [
    "domain-rule",
    "Write the rule into the schema",
    "replay/tracker_create_issue/other-arguments/reporter",
    {
      why: /^each other value of reporter is refused with a new key, too$/,
      before: { change: refuseStrangers },
      cured: {
        change: refuseStrangers,
        cases: casesWith({
          [createFile]: replaced(
            "reporter: { type: string, maxLength: 40 }",
            "reporter: { enum: [Ana, Ben] }",
          ),
        }),
      },
    },
  ],
  [
    "domain-rule",
    "change the example so that the server accepts it with this value",
    "input/tracker_create_issue/reporter/maxLength/at",
    {
      why: /^the schema allows these arguments, but the server refuses them: .*Such an issue is not ours/,
      before: { change: refuseLongNames },
      cured: {
        change: refuseLongNames,
        cases: withTitle("The lamp of the kitchen has been broken for weeks"),
      },
    },
  ],
  [
    "base-refused",
    "Make the tool's first example one that the server accepts",
    "input/tracker_create_issue/additionalProperties/unknown",
    {
      why: /^valid arguments are refused too, without a code for the reason$/,
      before: { change: refuseLamps, target: withoutCodes },
      cured: {
        change: refuseLamps,
        target: withoutCodes,
        cases: withTitle("The lamp blinks"),
      },
    },
  ],
  [
    "no-code",
    "Set the place of the code in refusals in the target file (`refusalCode`), or say in the spec what such refusals say (`says`).",
    "failures/tracker_get_issue/somebody-elses",
    {
      why: /^a refusal without a code does not show whether it is not_found$/,
      before: { target: withoutCodes },
      cured: { target: { refusalCode: "/_meta/dev.toolwright~1failure/code" } },
    },
  ],
  [
    "not-offered",
    "Serve this version of MCP",
    discovery,
    {
      why: /^the target does not support MCP 2026-07-28$/,
      before: { cases: withVersions("2025-11-25", "2026-07-28"), between: () => refuseNewest },
      cured: { cases: withVersions("2025-11-25", "2026-07-28") },
    },
  ],
  [
    "no-effect",
    "Add an example in which the argument changes the result",
    "arguments/tracker_get_issue/include_comments",
    {
      why: /^no effect of .include_comments was seen: calls of tracker_get_issue with and without it/,
      before: { change: ignoreComments },
    },
  ],
  [
    "unobserved",
    "Add an example to the spec",
    "fields/tracker_create_issue/reporter/without",
    {
      why: /^no result has a value at .reporter, even with reporters:read$/,
      before: { cases: withoutReporter },
    },
  ],
  [
    "unobserved",
    "or data to the target",
    "fields/tracker_list_issues/issues/*/reporter/without",
    {
      why: /^no result has a value at .*reporter, even with reporters:read$/,
      before: { cases: withoutReporter },
      cured: {
        cases: withoutReporter,
        change: ({ issues }) => void issues.add(mainAccount, "It was there before", { reporter: "Bo" }),
      },
    },
  ],
  [
    "no-control",
    "Add the hook that the case needs to the target file.",
    atLimit,
    {
      why: /^the target has no hook respond, a command that adds what no tool adds/,
      before: {
        cases: otherComments,
        change: (handlers) => showComments(handlers, 3),
        target: { hooks: {} },
      },
      cured: { cases: otherComments, change: (handlers) => showComments(handlers, 3) },
    },
  ],
  [
    "state",
    "Bring the target into the state that the example needs, with calls (`before`) in the target file.",
    "failures/tracker_move_issue/late",
    {
      why: /instead of wrong_state$/,
      before: { cases: statelessLate },
      cured: { cases: statelessLate, target: closingBefore("failures/tracker_move_issue/late") },
    },
  ],
  [
    "limited",
    "Raise the request rate of the target for the run",
    moving,
    {
      why: /^the target takes no more requests now \(HTTP 429, for 3600 s\)$/,
      before: { between: () => refuseCalls },
    },
  ],
  [
    "unreachable",
    "Find out why the target stopped answering, and run again.",
    moving,
    { why: /./, before: { between: ({ endServer }) => atCalls(endServer) } },
  ],
  [
    "poisoned",
    "start it again, and run again",
    "input/tracker_create_issue/title/type/unicode",
    {
      why: /^every call fails after tracker_/,
      before: { selection: { kinds: ["input"] }, between: failLater },
      cured: { selection: { kinds: ["input"] } },
    },
  ],
  [
    "interrupted",
    "Do not interrupt the run.",
    moving,
    { why: /^the run was interrupted$/, before: { between: ({ interrupt }) => atCalls(interrupt) } },
  ],
];

/** Causes without a cure: a reason, and a case that has it. */
const incurable: readonly (readonly [cause: Cause, reason: string, id: string, Setting, why: RegExp])[] = [
  [
    "task",
    "The suite does not start tasks, so no run decides this.",
    moving,
    { cases: asTask("tracker_move_issue"), change: (handlers) => refuse(handlers, "moveIssue", "not_found") },
    /^tracker_move_issue runs only as a task$/,
  ],
  [
    "unsound",
    "This is a bug of the suite, not of the target: please report it.",
    moving,
    { cases: withUnsoundCase(moving) },
    /^the arguments do not fit: .action/,
  ],
];

test.each(rows)("%s: %s (%s)", async (cause, cure, id, { why, before, cured = {} }) => {
  expect(causes[cause]).toContain(cure);
  expect(await verdictOn(id, before)).toEqual(
    expect.objectContaining({ status: "unverified", cause, why: expect.stringMatching(why) }),
  );
  expect(await verdictOn(id, cured)).toEqual({ status: "held" });
});

test.each(incurable)("%s: %s", async (cause, reason, id, setting, why) => {
  expect(causes[cause]).toBe(reason);
  expect(await verdictOn(id, setting)).toEqual(
    expect.objectContaining({ status: "unverified", cause, why: expect.stringMatching(why) }),
  );
});

test("a version that the spec no longer lists has no case", async () => {
  expect(causes["not-offered"]).toContain("remove it from the spec's protocolVersions");
  const cases = withVersions("2025-11-25");
  expect(await verdictOn(discovery, { cases, between: () => refuseNewest })).toBeUndefined();
});

test.each([
  [
    "failed",
    "states/render/failed/cancel",
    /^the server moved it to done and never showed failed$/,
    {},
    { breaks: true },
  ],
  ["running", "states/render/running/cancel", /./, { isQuick: true }, {}],
] as const)(
  "passing: a server whose work leads to %s, for long enough",
  async (_, id, why, before, cured) => {
    expect(causes.passing).toBe(
      "Give the server work that leads to this state and lasts long enough for a call.",
    );
    expect(await verdictOnRenders(id, before)).toMatchObject({
      status: "unverified",
      cause: "passing",
      why: expect.stringMatching(why),
    });
    expect(await verdictOnRenders(id, cured)).toEqual({ status: "held" });
  },
);

test.each([
  ["no hook is proposed for what a tool adds", 3, { status: "held" }],
  ["a server that shows more than its limit", 4, { status: "failed", got: "4 at /comments" }],
  ["one that shows too few of them to tell", 1, { status: "unverified", cause: "no-control" }],
])("a list that a tool fills: %s", async (_, most, verdict) => {
  const change = (handlers: TrackerHandlers) => showComments(handlers, most);
  expect(await verdictOn(atLimit, { cases: comments, change, target: { hooks: {} } })).toMatchObject(verdict);
});

const filters = casesWith({
  "tools/tracker_list_issues.yaml": (text) =>
    text
      .replace(
        "    limit: {",
        "    reporter: { type: string, maxLength: 40 }\n    commented: { type: integer, minimum: 0, maximum: 99 }\n    limit: {",
      )
      .replace(
        "    state: /state\n",
        "    reporter: /reporter\n    commented: { path: /comment_count, is: at-least }\n",
      ),
  [createFile]: (text) =>
    text
      .replace("repeats: [title]", "repeats: [title, reporter]")
      .replaceAll(/ reporter: Ana,| {6}reporter: Ana\n/g, ""),
});

test.each([
  ["reporter", true, { status: "held" }],
  ["reporter", false, { status: "failed" }],
  ["commented", true, { status: "held" }],
  ["commented", false, { status: "failed" }],
])(
  "an item that fits the filter %s is made, or a bound that none passes (heeded: %s)",
  async (name, isHeeded, verdict) => {
    const id = `pages/tracker_list_issues/filter/${name}`;
    const change = (handlers: TrackerHandlers) => filterIssues(handlers, isHeeded);
    expect(await verdictOn(id, { cases: filters, change })).toMatchObject(verdict);
  },
);

/** Work that goes on for a minute is not waited for: the clock of the test jumps. */
test("a server that does not make its transition is slow, and the case is decided if it makes it", async () => {
  expect(causes.slow).toContain("Let the server make the transitions that the spec declares");
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
  const called = successfulCall("get", {}, {});
  const following = (states: string[]) =>
    follow({
      machine,
      from: "queued",
      read: async () => ({ state: states.shift() ?? "queued", shown: {}, called }),
    });
  await expect(following([])).rejects.toMatchObject({
    why: "slow",
    message: "it was still queued after 60 s",
  });
  expect(await following(["ready"])).toMatchObject({ state: "ready" });
});

/** Shown by `confirm.unit` and `law-files.unit`: no run at the tracker has them. */
const shownElsewhere: readonly Cause[] = ["once", "law"];

test("each cause has a row, and a text of its own", () => {
  const inRows = [...rows.map(([cause]) => cause), ...incurable.map(([cause]) => cause)];
  const shown = [...inRows, "passing", "slow", ...shownElsewhere];
  expect(new Set(shown)).toEqual(new Set(Object.keys(causes)));
  expect(new Set(Object.values(causes)).size).toBe(Object.keys(causes).length);
});

/** Runs one case against a server that is made with the SDK, and returns its verdict. */
async function verdictOn(id: string, { change, between, ...testing }: Setting): Promise<Verdict | undefined> {
  const served = await serveTrackerWithSdk([], testing.cases);
  onTestFinished(served.close);
  change?.(served.tracker.handlers);
  const stop = new AbortController();
  const front: RunningProxy = await rawProxy(
    served.url,
    between?.({ interrupt: () => stop.abort(), endServer: () => void front.close() }) ?? (() => false),
  );
  onTestFinished(front.close);
  const report = await testTracker(front, {
    signal: stop.signal,
    selection: { cases: [id] },
    ...testing,
  });
  return report.results.find(({ subject }) => subject.id === id)?.verdict;
}

async function verdictOnRenders(id: string, work: RenderWork): Promise<Verdict | undefined> {
  const { url, hook, close } = await serveRenders(undefined, work);
  onTestFinished(close);
  const target = { name: "renders", tokens: [], bindings: {}, hooks: { clock: hook } };
  const report = await testServer(url, { cases: rendersCases, target, selection: { cases: [id] } });
  return report.results.find(({ subject }) => subject.id === id)?.verdict;
}

/** A server whose callers have used up what they may call in an hour. */
function refuseCalls({ body, response }: Parameters<Behaviour>[0]): boolean {
  if (!body.includes('"tools/call"')) return false;
  response.writeHead(429, { "Retry-After": "3600" }).end();
  return true;
}

/** A server of before 2026. */
function refuseNewest({ headers, response }: Parameters<Behaviour>[0]): boolean {
  if (headers["mcp-protocol-version"] !== "2026-07-28") return false;
  response.writeHead(400).end();
  return true;
}

/** Answers the prompt of a server with a rule that is not in its schema. */
function answerTriage({ body, response }: Parameters<Behaviour>[0]): boolean {
  if (!body.includes('"prompts/get"')) return false;
  const { id, params } = JSON.parse(body) as { id: number; params: { arguments: { word: string } } };
  const isShort = params.arguments.word.length < 2;
  const error = { code: -32_602, message: "Two letters at least." };
  const answer = { jsonrpc: "2.0", id, ...(isShort ? { error } : { result: { messages: [] } }) };
  response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
  return true;
}

/** Answers some calls, and fails all later ones. */
function failLater(): Behaviour {
  let calls = 0;
  return ({ body, response }) => {
    if (!body.includes('"tools/call"') || calls++ < 90) return false;
    const error = { code: -32_603, message: "The store is broken." };
    const answer = { jsonrpc: "2.0", id: JSON.parse(body).id, error };
    response.writeHead(200, { "Content-Type": "application/json" }).end(JSON.stringify(answer));
    return true;
  };
}

/** Does something at each call of a tool. */
function atCalls(act: () => void): Behaviour {
  return ({ body }) => {
    if (body.includes('"tools/call"')) act();
    return false;
  };
}
