/** Ordinary breaks are shown by a value in large schemas, too. */
import { expect, test } from "vitest";
import { ordinaryBreaks, undecidedBreaks } from "../test/support/ordinary-schemas.ts";

test.each(ordinaryBreaks)("shows a value for the breaking change of %s %s", (what, where) => {
  expect(undecidedBreaks(what, where, [41, 64, 150])).toEqual([]);
});
