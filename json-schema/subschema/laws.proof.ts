/** The laws of the comparison on many pairs of schemas. */
import { expect, test } from "vitest";
import { comparisonsHold } from "../test/support/subschema-laws.ts";

test("compatible schemas accept the old values, and breaks show a rejected value", {
  timeout: 900_000,
}, () => {
  // Ajv keeps the compiled schemas of each pair in memory: ten thousand pairs do not fit.
  const { pairs, undecided } = comparisonsHold(2_000);
  expect(pairs).toBeGreaterThan(900);
  expect(undecided).toBeLessThan(pairs / 4);
});
