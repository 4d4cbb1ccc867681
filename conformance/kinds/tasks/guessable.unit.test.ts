/** Which ids of tasks look random. */
import { randomBytes, randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import { describeGuessable } from "./guessable.ts";

test.each([
  ["a counter", "7", [], "the id 7 has 1 characters"],
  ["a time", "1785196800000", [], "the id 1785196800000 is a number"],
  ["a time in microseconds", "1785196800000000", ["1785196799123456"], "is a number"],
  ["a counter with a name", "print-task-000042", ["print-task-000041"], "differ in few characters"],
  ["the id of another task", "print-task-000042", ["print-task-000042"], "two tasks have the id"],
])("%s can be guessed", (_, id, others, problem) => {
  expect(describeGuessable(id, others)).toContain(problem);
});

test("hexadecimal digits that are all decimal cannot, beside others", () => {
  expect(describeGuessable("4071938265104827", ["9b2f61c03ad84e57"])).toBeUndefined();
  expect(describeGuessable("4071938265104827", [])).toBeUndefined();
});

test.each([
  ["UUIDs", () => randomUUID()],
  ["Base64 of 8 random bytes", () => randomBytes(8).toString("base64url")],
  ["16 random hexadecimal digits", () => randomBytes(8).toString("hex")],
  ["a time and 8 random bytes", () => `${Date.now().toString(16)}-${randomBytes(8).toString("hex")}`],
])("%s cannot", (_, make) => {
  const ids = Array.from({ length: 200 }, make);
  const problems = ids.map((id, index) => describeGuessable(id, ids.slice(0, index)));
  expect(problems.filter(Boolean)).toEqual([]);
});
