/** The laws of the comparison on forty pairs; `laws.proof.ts` holds them on many more. */
import { expect, test } from "vitest";
import { comparisonsHold } from "../test/support/subschema-laws.ts";

test("compatible schemas accept the old values, and breaks show a rejected value", {
  timeout: 120_000,
}, () => {
  const { pairs, proven, shown, undecided, values } = comparisonsHold(40);
  expect(pairs).toBeGreaterThan(13);
  expect(values).toBeGreaterThan(600);
  expect(proven).toBeGreaterThan(pairs / 5);
  expect(shown).toBeGreaterThan(pairs / 10);
  expect(undecided).toBeLessThan(pairs / 4);
});
