/** A run draws no more from quotas than it may: what the tracker counts is the proof. */
import { expect, test } from "vitest";
import type { Spend } from "../calls/spending.ts";
import { planSummary } from "../cli/plan.ts";
import { computeExitCode } from "../results/report.ts";
import { casesWith, replaced } from "../test/support/tracker-server/changed.ts";
import { testTracker } from "../test/support/tracker-server/runs.ts";
import { serveTracker } from "../test/support/tracker-server/toolwright-server.ts";
import { mainAccount, trackerCases } from "../test/support/tracker-server/tracker.ts";
import { makePlan } from "./plan.ts";

const quota = "summary_quota";

const cases = ["draws", "draws-nothing", "refusal-draws-nothing", "end"].map(
  (check) => `limits/${quota}/tracker_summarize_issue/${check}`,
);

/** Fewer than the declared rate of one token, so that no run waits for the next window, whatever it draws. */
const maxRequests = 58;

/** Cases of the tool that draws, with one token and no hook. */
async function run(spend: Spend, selected: readonly string[] = cases) {
  const served = await serveTracker();
  const said: string[] = [];
  const report = await testTracker(served, {
    selection: { cases: selected },
    spend,
    maxRequests,
    say: (sentence) => said.push(sentence),
    target: { tokens: [{ token: "trk_a1", scopes: trackerCases.scopes }], hooks: {} },
  });
  const { used } = served.tracker.handlers.getUsage({}, { account: mainAccount } as never) as {
    used: number;
  };
  await served.close();
  const spent = report.results.filter(
    ({ verdict }) => verdict.status === "unverified" && verdict.cause === "spent",
  );
  return { report, said, used, spent };
}

test.each<[string, Spend, number]>([
  ["nothing", {}, 0],
  ["once, if that is named", { [quota]: 1 }, 1],
  ["at most a tenth of the 30 that are left", "a tenth", 3],
])("a run draws %s", async (_, spend, most) => {
  const { report, said, used, spent } = await run(spend);
  expect(used).toBeLessThanOrEqual(most);
  expect(used).toBeGreaterThanOrEqual(Math.min(1, most));
  const seen = spend === "a tenth" ? { shown: used } : {};
  expect(report.drawn).toContainEqual({ quota, kind: "quota", drawn: used, most, ...seen });
  expect(report.notes).toEqual([]);
  expect(spent.map(({ subject }) => subject.id)).toContain(cases.at(-1));
  expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
  expect(computeExitCode(report)).toBe(2);
  expect(said).toEqual(
    spend === "a tenth"
      ? [`${quota}: 30 left, the run draws at most 3; --spend ${quota}=N allows N draws.`]
      : [],
  );
});

test("without a limit a run draws as often as its cases need", async () => {
  const { report, used, spent } = await run("all", cases.slice(0, 1));
  expect(used).toBe(1);
  expect(spent).toEqual([]);
  expect(report.drawn).toContainEqual({ quota, kind: "quota", drawn: 1 });
});

const costly = casesWith({
  "tools/tracker_summarize_issue.yaml": (text) => `${text}spends: credits\n`,
});

test("costs of an excluded tool are not announced", () => {
  const exclude = ["tracker_summarize_issue"];
  const selection = { cases, kinds: [], tools: [] };
  const plan = makePlan(costly, costly.cases, { readOnly: false, maxRequests, selection, exclude });
  expect(planSummary(plan, costly, 1)).not.toContain("credits");
});

test.each<[name: string, spend: Spend, most: number, announced: string]>([
  [
    "none without a word of the user",
    "a tenth",
    0,
    "It spends no credits: they cost money. --spend credits=N allows N calls that do.",
  ],
  [
    "as many as the user allows",
    { [quota]: 5, credits: 1 },
    1,
    "It makes at most 1 calls that spend credits (--spend).",
  ],
])("of the calls that cost money a run makes %s", async (_, spend, most, announced) => {
  const served = await serveTracker();
  const selection = { cases, kinds: [], tools: [] };
  const plan = makePlan(costly, costly.cases, { readOnly: false, maxRequests, spend, selection });
  expect(planSummary(plan, costly, 1)).toContain(announced);
  const report = await testTracker(served, {
    cases: costly,
    spend,
    maxRequests,
    selection: { cases },
    target: { tokens: [{ token: "trk_a1", scopes: trackerCases.scopes }], hooks: {} },
  });
  const { used } = served.tracker.handlers.getUsage({}, { account: mainAccount } as never) as {
    used: number;
  };
  await served.close();
  expect(report.drawn).toContainEqual({ quota: "credits", kind: "money", drawn: used, most });
  expect(used).toBe(most);
  const spent = report.results.flatMap(({ verdict }) =>
    verdict.status === "unverified" && verdict.cause === "spent" ? [verdict.why] : [],
  );
  expect(spent).toContainEqual(expect.stringContaining("credits"));
  expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
});

const lasting = casesWith({ "service.yaml": replaced(/^ +ended_by:.*\n/m, "") });

test.each<[name: string, spend: Spend, most: number, leastSpent: number]>([
  ["no more than it says", "a tenth", 20, 0],
  ["no more than the user allows", { issue: 5 }, 5, 1],
])("of an entity that nothing ends a run makes %s", async (_, spend, most, leastSpent) => {
  const served = await serveTracker();
  const options = {
    cases: lasting,
    spend,
    selection: { kinds: ["input"], tools: ["tracker_create_issue"] },
  } as const;
  const announced = planSummary(
    makePlan(lasting, lasting.cases, {
      readOnly: false,
      maxRequests: 900,
      spend,
      selection: { cases: [], ...options.selection },
    }),
    lasting,
    1,
  );
  const report = await testTracker(served, options);
  await served.close();
  const made = served.tracker.handlers.issues.all.size;
  expect(announced).toContain(`It makes at most: issue ${most} (--spend).`);
  expect(report.drawn).toContainEqual({ quota: "issue", kind: "entity", drawn: made, most });
  // Calls that are under way at once are counted before some of them are refused.
  expect(made).toBeLessThanOrEqual(most);
  expect(made).toBeGreaterThan(0);
  const spent = report.results.filter(
    ({ verdict }) => verdict.status === "unverified" && verdict.cause === "spent",
  );
  expect(spent.length).toBeGreaterThanOrEqual(leastSpent);
  expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
});

const counted = casesWith({
  "service.yaml": replaced(
    "limits:\n",
    "limits:\n  wrong_moves: { kind: count, max: 12, refusals: wrong_state, period: day, applies_to: [tracker_move_issue], scenario: reopened-issues-keep-everything }\n",
  ),
});

test.each<[name: string, spend: Spend, most: number]>([
  ["at most half of the refusals that are counted", "a tenth", 6],
  ["as many of them as the user allows", { wrong_moves: 2 }, 2],
])("a run causes %s", async (_, spend, most) => {
  const served = await serveTracker();
  const selection = { kinds: ["states"], tools: [], cases: ["states/issue/*/*"] } as const;
  const settings = { readOnly: false, maxRequests: 900, spend, selection };
  const announced = planSummary(makePlan(counted, counted.cases, settings), counted, 1);
  const report = await testTracker(served, { cases: counted, spend, selection });
  await served.close();
  const refused = served.tracker.handlers.refusedMoves;
  expect(announced).toContain(`It causes at most: wrong_moves ${most} of 12 a day (--spend).`);
  expect(report.drawn).toContainEqual({ quota: "wrong_moves", kind: "refusals", drawn: refused, most });
  expect(refused).toBeGreaterThan(0);
  expect(refused).toBeLessThanOrEqual(most);
  expect(report.results.filter(({ verdict }) => verdict.status === "failed")).toEqual([]);
});

test("a run says how many entities it makes that it ends, and how often it uses up a rate", async () => {
  const served = await serveTracker();
  const selection = { kinds: [], tools: [], cases: ["limits/export_rate/over", "states/issue/initial"] };
  const plan = makePlan(trackerCases, trackerCases.cases, { readOnly: false, maxRequests: 900, selection });
  const announced = planSummary(plan, trackerCases, 1);
  const report = await testTracker(served, { selection });
  await served.close();
  expect(announced).toContain(
    "It keeps to the rates that the spec declares: request_rate (60 in 60 s), export_rate (4 in 60 s).",
  );
  expect(announced).toMatch(/It uses up at most once, .*: export_rate \(4 in 60 s\)\.$/m);
  expect(report.drawn).toContainEqual({ quota: "export_rate", kind: "rate", drawn: 1, most: 1 });
  expect(report.drawn).toContainEqual({ quota: "request_rate", kind: "rate", drawn: 0, most: 0 });
  expect(report.drawn).toContainEqual({ quota: "issue", kind: "entity", drawn: 1, left: 0 });
  expect(served.tracker.handlers.issues.all.size).toBe(0);
});

test("a use that the target shows and the run did not count is reported", async () => {
  const served = await serveTracker(["summary-draws-twice"]);
  const report = await testTracker(served, {
    selection: { cases: cases.slice(0, 1) },
    spend: "a tenth",
    maxRequests,
    target: { tokens: [{ token: "trk_a1", scopes: trackerCases.scopes }], hooks: {} },
  });
  await served.close();
  expect(report.drawn).toContainEqual({ quota, kind: "quota", drawn: 1, most: 3, shown: 2 });
  expect(report.notes).toContainEqual(
    `${quota}: the run counted 1, but the target shows a use of 2. Other clients may use the account, or refused calls draw.`,
  );
});
