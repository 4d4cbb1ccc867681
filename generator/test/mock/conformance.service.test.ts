/** A mock against the suite of its own spec; `conformance.proof.ts` has all kinds of all specs. */
import { expect, test } from "vitest";
import { conformance, templateModel } from "../support/mock/serving.ts";

test("the mock of a new project has no finding", async () => {
  const judged = await conformance(templateModel());
  expect(judged.filter(({ status }) => status === "failed")).toEqual([]);
  expect(judged.filter(({ status }) => status === "held").length).toBeGreaterThan(200);
});
