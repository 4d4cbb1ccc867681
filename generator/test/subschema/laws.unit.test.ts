/** The laws of the comparison on a hundred pairs; `laws.proof.ts` holds them on many more. */
import { expect, test } from "vitest";
import { comparisonsHold } from "../support/subschema/laws.ts";

test("what is called compatible is, and what is called a break has a value that shows it", {
  timeout: 120_000,
}, () => {
  const { pairs, proven, shown, undecided, values } = comparisonsHold(100);
  expect(pairs).toBeGreaterThan(33);
  expect(values).toBeGreaterThan(1_500);
  expect(proven).toBeGreaterThan(pairs / 5);
  expect(shown).toBeGreaterThan(pairs / 10);
  expect(undecided).toBeLessThan(pairs / 4);
});
