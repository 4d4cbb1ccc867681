/** The kind tasks: silent while a press keeps the rules of tasks. */
import { expect, test } from "vitest";
import { testPress, testPressWith } from "../../test/support/press-findings.ts";
import { pressCases } from "../../test/support/press-server.ts";
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

test("cases of the protocol call no tool whose calls are all tasks", async () => {
  const { press_proof, ...others } = pressCases.tools;
  const cases = { ...pressCases, tools: { press_proof: press_proof!, ...others } };
  expect(idsOf(await testPressWith({ kinds: ["protocol"] }, cases), "failed")).toEqual([]);
});
