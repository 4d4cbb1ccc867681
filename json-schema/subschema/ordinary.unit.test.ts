/** Ordinary breaks are shown by a value wherever they are; `ordinary.proof.ts` tries large schemas. */
import { expect, test } from "vitest";
import { ordinaryBreaks, undecidedBreaks } from "../test/support/ordinary-schemas.ts";

test.each(ordinaryBreaks)("shows a value for the breaking change of %s %s", (what, where) => {
  expect(undecidedBreaks(what, where, [2, 17])).toEqual([]);
});
