/** Tests limits whose number each place has for itself, such as the places of a course. */
import { expect, onTestFinished, test } from "vitest";
import {
  type CoursesOptions,
  coursesCases,
  coursesTokens,
  serveCourses,
} from "../../test/support/servers/courses-server.ts";
import { testServer } from "../../test/support/test-server.ts";

async function findVerdicts(options: CoursesOptions, cases: readonly string[]): Promise<object> {
  const served = await serveCourses(options);
  onTestFinished(served.close);
  const target = { name: "courses", tokens: coursesTokens, bindings: {}, refusalCode: "/_meta/code" };
  const { results } = await testServer(served.url, { cases: coursesCases, target, selection: { cases } });
  return Object.fromEntries(
    results.map(({ subject: { id }, verdict }) => [
      id.replace("limits/places/enrol/", ""),
      verdict.status === "unverified" ? verdict.cause : verdict.status,
    ]),
  );
}

const checks = ["one-more", "other/course", "ended", "last-at-once"];
const all = (status: string) => Object.fromEntries(checks.map((check) => [check, status]));

test.each<[server: string, options: CoursesOptions, others: Readonly<Record<string, string>>]>([
  ["a right server", {}, {}],
  ["a server where a course has at least five places", { fewest: 5 }, {}],
  [
    "a server where all courses have twelve places",
    { mistake: "twelve-places" },
    { "one-more": "failed", "last-at-once": "failed" },
  ],
  [
    "a server with one place more",
    { mistake: "one-more" },
    { "one-more": "failed", "last-at-once": "failed" },
  ],
  [
    "a server that counts the people in all courses",
    { mistake: "all-courses" },
    { "one-more": "failed", "other/course": "failed", ended: "failed", "last-at-once": "setup" },
  ],
  ["a server that keeps the places of those who withdraw", { mistake: "keeps-places" }, { ended: "failed" }],
  ["a server that counts too early", { mistake: "counts-before" }, { "last-at-once": "failed" }],
])("the places of each course are counted at %s", async (_, options, others) => {
  expect(await findVerdicts(options, ["limits/places/**"])).toEqual({ ...all("held"), ...others });
});

test("a course with more places than a run fills is not tried", async () => {
  expect(await findVerdicts({ fewest: 41 }, ["limits/places/**"])).toEqual(all("large"));
});

test("a right server has no finding, where courses of other cases become full", async () => {
  const verdicts = Object.values(await findVerdicts({}, ["**"]));
  expect(verdicts.filter((verdict) => verdict === "failed")).toEqual([]);
});

test.each<[server: string, options: CoursesOptions, verdict: string]>([
  ["a right server", {}, "held"],
  ["a server that keeps the places of those who withdraw", { mistake: "keeps-places" }, "failed"],
])(
  "a call about an enrolment changes the course in which it was made, at %s",
  async (_, options, verdict) => {
    const id = "effects/withdraw/course/changes";
    expect(await findVerdicts(options, [id])).toEqual({ [id]: verdict });
  },
);
