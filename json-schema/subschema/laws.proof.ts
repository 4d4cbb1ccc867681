/** The laws of the comparison on many pairs of schemas. */
import { expect, test } from "vitest";
import { comparisonsHold } from "../test/support/subschema-laws.ts";

test("what is called compatible is, and what is called a break has a value that shows it", {
  timeout: 900_000,
}, () => {
  // Each pair compiles schemas by Ajv, and what is compiled stays in memory: ten thousand do not fit.
  const { pairs, undecided } = comparisonsHold(2_000);
  expect(pairs).toBeGreaterThan(900);
  expect(undecided).toBeLessThan(pairs / 4);
});
