/** The kind tasks: silent while a press keeps the rules of tasks. */
import { expect, test } from "vitest";
import { testPress } from "../../test/support/press-findings.ts";
import { idsOf } from "../../test/support/test-server.ts";

test("a healthy press has no finding, and nothing is unverified", async () => {
  const report = await testPress();
  expect(idsOf(report, "failed")).toEqual([]);
  expect(idsOf(report, "unverified")).toEqual([]);
  expect(idsOf(report, "inapplicable")).toEqual([]);
  expect(report.results.length).toBe(31);
});

test("finds that other accounts and tokens without the scope read tasks", async () => {
  const failed = idsOf(await testPress("every token reads every task"), "failed");
  expect(failed).toContain("tasks/press_print/other-account");
  expect(failed).toContain("tasks/press_print/fewer-scopes");
});
