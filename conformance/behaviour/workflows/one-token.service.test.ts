/** A workflow that one token cannot go through: its later steps make nothing, and its first ones are the calls of others. */
import { expect, test } from "vitest";
import type { CaseFile } from "../../cases/format.ts";
import type { ScenarioCase, StepRule } from "../../cases/workflows.ts";
import { parseOptions } from "../../cli/options.ts";
import { planRun, testTarget } from "../../cli/test-target.ts";
import { runSuite } from "../../run/suite.ts";
import { serveTracker } from "../../test/support/tracker-server/toolwright-server.ts";
import { trackerCases } from "../../test/support/tracker-server/tracker.ts";

const { "reopened-issues-keep-everything": whole } = trackerCases.behaviour!.workflows;
const [report, label] = whole!.steps;
const byAnother: StepRule = { ...label!, id: "by-another", account: "other" };
const [asBefore, labelled, otherTitle] = [
  [report!, byAnother],
  [report!, label!, byAnother],
  [{ ...report!, payload: { title: "Only here" } }, byAnother],
] as const;

/** The cases of the tracker, with workflows that an account without a token goes on with. */
const cases = withWorkflows({ asBefore, alike: asBefore, labelled, otherTitle });

function withWorkflows(workflows: Record<string, readonly StepRule[]>): CaseFile {
  const added = Object.entries(workflows).flatMap(([workflow, steps]) =>
    steps.map(({ id, at, tool }): ScenarioCase => {
      const subject = { id: `scenarios/${workflow}/${id}`, kind: "scenarios" as const, must: "", at };
      return { ...subject, workflow, step: id, tool: tool! };
    }),
  );
  const rules = Object.entries(workflows).map(([name, steps]) => [name, { at: "", inputs: {}, steps }]);
  const behaviour = trackerCases.behaviour!;
  return {
    ...trackerCases,
    behaviour: { ...behaviour, workflows: { ...behaviour.workflows, ...Object.fromEntries(rules) } },
    cases: [...trackerCases.cases, ...added],
  };
}

/** Status of each case by its id, and the titles of the issues that the run made. */
async function run(...selected: readonly string[]) {
  const served = await serveTracker();
  const { issues } = served.tracker.handlers;
  const titles: string[] = [];
  const add = issues.add.bind(issues);
  issues.add = (account, title, ...rest) => {
    titles.push(title);
    return add(account, title, ...rest);
  };
  // Cases run in the order of their worth where requests do not suffice for all.
  const ids = [...selected.map((id) => `scenarios/${id}`), "limits/request_rate/over"];
  const options = parseOptions(["--max-requests", "50", ...ids.flatMap((id) => ["--case", id])]);
  const target = { folder: ".", url: served.url, tokens: [{ token: "trk_a1" }] };
  const plan = planRun(options, cases, target);
  const watched = { signal: new AbortController().signal, onResult: () => undefined };
  const targetTest = { options, cases, target, plan, watched };
  const { results } = await testTarget(targetTest, runSuite).finally(served.close);
  return {
    titles,
    verdicts: Object.fromEntries(
      results.map(({ subject: { id }, verdict }) => [
        id.replace("scenarios/", ""),
        verdict.status === "unverified" ? verdict.cause : verdict.status,
      ]),
    ),
  };
}

test("a step that the token cannot take is reported before the suite creates anything for it", async () => {
  const { titles, verdicts } = await run("otherTitle/by-another", "labelled/by-another");
  expect(verdicts).toMatchObject({
    "otherTitle/by-another": "no-account",
    "labelled/by-another": "no-account",
  });
  expect(titles).toEqual([]);
});

test("the steps before it are decided by equal calls of other workflows, if there are any", async () => {
  const { titles, verdicts } = await run(
    "reopened-issues-keep-everything/**",
    "asBefore/**",
    "alike/**",
    "labelled/**",
    "otherTitle/**",
  );
  expect(verdicts).toMatchObject({
    "reopened-issues-keep-everything/report": "held",
    "asBefore/report": "held",
    "alike/report": "held",
    "labelled/label": "held",
    "otherTitle/report": "held",
    "otherTitle/by-another": "no-account",
  });
  expect(titles).toEqual(["The door squeaks", "Only here"]);
});
