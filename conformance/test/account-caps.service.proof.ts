/** Limits of what an account has at once: the suite lives within them, and finds mistakes of them. */
import { expect, onTestFinished, test } from "vitest";
import type { CaseFile } from "../cases/format.ts";
import type { Report } from "../results/report.ts";
import { failedIn } from "./support/servers/first-runs.ts";
import {
  type HostingMistake,
  type HostingOptions,
  hostingCases,
  hostingTokens,
  serveHosting,
} from "./support/servers/hosting/server.ts";
import { type TestOptions, testServer } from "./support/test-server.ts";

const target = {
  name: "hosting",
  tokens: hostingTokens.map((each) => ({ ...each, scopes: "all" as const })),
  bindings: {},
  refusalCode: "/_meta/code",
  coded: true,
};

async function testHosting(options: HostingOptions, testing: TestOptions): Promise<Report> {
  const served = await serveHosting(options);
  onTestFinished(served.close);
  return testServer(served.url, { cases: hostingCases, target, ...testing });
}

/** Lists the cases that are not verified for another reason than that the target has few tokens. */
function listOpen({ results }: Report): string[] {
  return results.flatMap(({ subject, verdict }) =>
    verdict.status === "unverified" && verdict.cause !== "no-hook" ? [subject.id] : [],
  );
}

/** The cases of a spec without the limits. */
function withoutCaps(cases: CaseFile): CaseFile {
  const isCap = (name: string) => name === "projects" || name === "open_tickets";
  const limits = Object.entries(cases.behaviour!.limits).filter(([name]) => !isCap(name));
  return {
    ...cases,
    cases: cases.cases.filter((each) => !("limit" in each && isCap(String(each.limit)))),
    behaviour: { ...cases.behaviour!, limits: Object.fromEntries(limits) },
  };
}

test.each([1, 2, 3])("seed %d at a healthy server", { timeout: 120_000 }, async (seed) => {
  const report = await testHosting({}, { seed });
  expect(failedIn(report)).toEqual([]);
  // Five projects fill no pages with those of one region before those of another one.
  expect(listOpen(report).filter((id) => id !== "pages/list_projects/filter/region/every-page")).toEqual([]);
  expect(report.notes.filter((note) => note.includes("declare it"))).toEqual([]);
});

test.each<[mistake: HostingMistake, id: string]>([
  ["one-more-project", "limits/projects/create_project/one-more"],
  ["one-project-less", "limits/projects/create_project/one-more"],
  ["any-number-of-projects", "limits/projects/create_project/one-more"],
  ["counts-deleted-projects", "limits/projects/create_project/ended"],
  ["makes-and-refuses", "limits/projects/create_project/ended"],
  ["counts-projects-of-all", "limits/projects/create_project/other-account"],
  ["counts-closed-tickets", "limits/open_tickets/open_ticket/state/closed"],
])("the mistake %s fails %s", { timeout: 60_000 }, async (mistake, id) => {
  const { results } = await testHosting({ mistake }, { selection: { cases: [id] } });
  expect(results.map(({ verdict }) => verdict.status)).toEqual(["failed"]);
});

test("an account that is full of what others made leaves cases undecided", { timeout: 120_000 }, async () => {
  const report = await testHosting(
    { projects: 5 },
    { selection: { kinds: ["limits", "states", "effects"] } },
  );
  expect(failedIn(report)).toEqual([]);
  expect(listOpen(report)).toContain("limits/projects/create_project/one-more");
  const causes = report.results.flatMap(({ verdict }) =>
    verdict.status === "unverified" ? [verdict.cause] : [],
  );
  expect(new Set(causes)).toEqual(new Set(["used-up"]));
});

test("a limit that the spec does not declare is named with the words that declare it", {
  timeout: 120_000,
}, async () => {
  const report = await testHosting({}, { cases: withoutCaps(hostingCases) });
  expect(failedIn(report)).toEqual([]);
  expect(report.notes).toContainEqual(
    expect.stringContaining(
      "projects: { kind: count, max: 5, of: project, per: account, refused: too_many_projects, applies_to: [create_project] }",
    ),
  );
});
