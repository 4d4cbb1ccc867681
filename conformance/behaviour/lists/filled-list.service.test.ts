/** Tests how a list is filled with items that its filters tell apart. */
import { expect, onTestFinished, test } from "vitest";
import { coursesCases, coursesTokens, serveCourses } from "../../test/support/servers/courses-server.ts";
import { testServer } from "../../test/support/test-server.ts";

test.each([
  ["take more", false],
  ["take no more", true],
])("a list is filled where the courses that are there %s", async (_, closesOld) => {
  const served = await serveCourses({ closesOld });
  onTestFinished(served.close);
  const target = { name: "courses", tokens: coursesTokens, bindings: {}, refusalCode: "/_meta/code" };
  const selection = { cases: ["pages/list_enrolments/filter/course/every-page"] };
  const { results } = await testServer(served.url, { cases: coursesCases, target, selection });
  expect(results.map(({ verdict: { status } }) => status)).toEqual(["held"]);
});
