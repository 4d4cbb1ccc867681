/** Changes that only a clock makes must not become a finding on a slow machine. */
import { expect, test } from "vitest";
import { differInTime } from "../behaviour/observe/lost.ts";
import type { Json } from "../cases/edits.ts";

const modified = (time: string) => `size: 4\nmodified: Mon Nov 23 2026 ${time} GMT+0000`;

test.each<[string, Json, Json, boolean]>([
  ["a time", "2026-11-23T13:35:17Z", "2026-11-23T13:35:18.250+01:00", true],
  ["a time within a text", modified("13:35:17"), modified("13:35:18"), true],
  ["a text beside a time", modified("13:35:17"), modified("13:35:18").replace("4", "8"), false],
  ["a number", 1, 2, false],
  ["a time that is gone", "2026-11-23T13:35:17Z", null, false],
])("%s", (_, before, after, isTimeAlone) => {
  expect(differInTime({ before, after })).toBe(isTimeAlone);
});
