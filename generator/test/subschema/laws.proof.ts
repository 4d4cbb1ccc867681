/** The laws of the comparison on many pairs of schemas. */
import { expect, test } from "vitest";
import { comparisonsHold } from "./laws.ts";

test("what is called compatible is, and what is called a break has a value that shows it", {
  timeout: 900_000,
}, () => {
  const { pairs, undecided } = comparisonsHold(10_000);
  expect(pairs).toBeGreaterThan(4_000);
  expect(undecided).toBeLessThan(pairs / 4);
});
