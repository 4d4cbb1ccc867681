import { expect, test } from "vitest";
import { toAnswer } from "./answer.ts";

const reply = (levels: number) => {
  const result = JSON.parse(`{"deep":${"[".repeat(levels)}${"]".repeat(levels)}}`);
  return { status: 200, headers: {}, body: "", messages: [{ jsonrpc: "2.0", id: 1, result }] };
};

test("an answer of 50,000 levels is broken, and one of 1,000 is a result", () => {
  expect(toAnswer(1, reply(50_000))).toEqual({
    kind: "broken",
    broken: { problem: "the answer is nested more than 4000 levels deep" },
  });
  expect(toAnswer(1, reply(1_000)).kind).toBe("result");
});
