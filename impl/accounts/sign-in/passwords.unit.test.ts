import { expect, test } from "vitest";
import { hashPassword, isPassword } from "../passwords.ts";
import { passwordProblem } from "./password-rules.ts";

test("accepts only the right password, and hashes it differently each time", async () => {
  const stored = await hashPassword("correct horse é");
  expect(stored).not.toContain("correct");
  expect(stored).not.toBe(await hashPassword("correct horse é"));
  expect(await isPassword("correct horse é", stored)).toBe(true);
  expect(await isPassword("correct horse e\u0301", stored)).toBe(true);
  for (const wrong of ["correct horse e", "Correct horse é", "", "correct horse é "]) {
    expect(await isPassword(wrong, stored)).toBe(false);
  }
});

test("rejects a stored value that is not a hash", async () => {
  await expect(isPassword("x", "x")).rejects.toThrow("unknown form");
});

test.each([
  ["1q2w3e4r5t", "obvious"],
  ["Liverpool1", "obvious"],
  ["qwertyuiop", "obvious"],
  ["aaaaaaaaaaaa", "obvious"],
  ["ADA.LOVELACE@example.org", "obvious"],
  ["ada.lovelace", "obvious"],
  ["seven", "short"],
  ["a".repeat(1_000), "long"],
  ["three ducks in a row", undefined],
])("%j is %s", async (password, problem) => {
  expect(await passwordProblem(password, "ada.lovelace@example.org")).toBe(problem);
});
