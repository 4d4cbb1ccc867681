import { expect, test } from "vitest";
import {
  conditionsKeepValues,
  formulasKeepValues,
  printedIsRead,
} from "../../../test/support/formula-laws.ts";

test("10,000 earlier trees of each kind keep their values, and are printed and read", () => {
  formulasKeepValues(10_000);
  expect(conditionsKeepValues(10_000)).toBeGreaterThan(8_000);
  printedIsRead(10_000);
}, 300_000);
