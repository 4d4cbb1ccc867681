import { expect, test } from "vitest";
import { failUndecided } from "../judge/decided.ts";
import { type Cause, held, type Result, unverified } from "../results/verdict.ts";

const result = (id: string, cause?: Cause): Result => ({
  subject: { id, kind: "failures", must: "", at: "" },
  verdict: cause === undefined ? held : unverified(cause, "the call was refused with forbidden"),
});
const decided = failUndecided(["failures/*/not-accessible"]);

test("what a target promises to show, and does not, has failed", () => {
  expect(decided(result("failures/get/not-accessible", "state")).verdict).toMatchObject({
    status: "failed",
    got: "the call was refused with forbidden",
  });
});

test.each([
  ["held", result("failures/get/not-accessible")],
  ["not promised", result("failures/get/blocked", "state")],
  ["cut short", result("failures/get/not-accessible", "interrupted")],
  ["left out", result("failures/get/not-accessible", "left-out")],
])("what is %s stays as it is", (_, each) => {
  expect(decided(each)).toBe(each);
});
