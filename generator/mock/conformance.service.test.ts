/** A mock against the suite of its own spec; `conformance.proof.ts` has all kinds of all specs. */
import { expect, test } from "vitest";
import { conformance, templateModel } from "../test/support/mock/serving.ts";

test("the only finding for the mock of a new project is that it does not search", async () => {
  const judged = await conformance(templateModel());
  const found = judged.filter(({ status }) => status === "failed").map(({ id }) => id);
  expect(found).toEqual(["scenarios/find-a-note/by-a-part", "scenarios/find-a-note/by-other-words"]);
  expect(judged.filter(({ status }) => status === "held").length).toBeGreaterThan(200);
});
