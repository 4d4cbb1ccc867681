/** The laws of the comparison on some hundred pairs; `laws.proof.ts` holds them on many more. */
import { expect, test } from "vitest";
import { comparisonsHold } from "../support/subschema/laws.ts";

test("what is called compatible is, and what is called a break has a value that shows it", {
  timeout: 120_000,
}, () => {
  const { pairs, proven, shown, undecided, values } = comparisonsHold(300);
  expect(pairs).toBeGreaterThan(100);
  expect(values).toBeGreaterThan(5_000);
  expect(proven).toBeGreaterThan(pairs / 5);
  expect(shown).toBeGreaterThan(pairs / 10);
  expect(undecided).toBeLessThan(pairs / 4);
});
