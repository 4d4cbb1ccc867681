import { expect, test } from "vitest";
import { type Cause, held, type Result, unverified } from "../results/verdict.ts";
import { failUndecided } from "./decided.ts";

const result = (id: string, cause?: Cause): Result => ({
  subject: { id, kind: "failures", must: "", at: "" },
  verdict: cause === undefined ? held : unverified(cause, "the call was refused with forbidden"),
});
const decided = failUndecided(["failures/*/not-accessible"]);

test("an unverified case fails if the target declares that it can show it", () => {
  expect(decided(result("failures/get/not-accessible", "state")).verdict).toMatchObject({
    status: "failed",
    got: "the call was refused with forbidden",
  });
});

test.each([
  ["a result that held", result("failures/get/not-accessible")],
  ["an undeclared case", result("failures/get/blocked", "state")],
  ["an interrupted case", result("failures/get/not-accessible", "interrupted")],
  ["a case left out", result("failures/get/not-accessible", "left-out")],
])("%s stays unchanged", (_, each) => {
  expect(decided(each)).toBe(each);
});
