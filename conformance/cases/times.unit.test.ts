/** Times without a zone mean the same wherever the suite runs. */
import { expect, test } from "vitest";
import { parseTime, printTimeLike } from "./times.ts";

const ms = Date.UTC(2031, 4, 14, 9, 26, 53);

test.each<[text: string, read: number]>([
  ["2031-05-14T09:26:53Z", ms],
  ["2031-05-14T11:26:53+02:00", ms],
  ["2031-05-14T09:26:53", ms],
  ["2031-05-14 09:26:53.000", ms],
  ["2031-05-14 09:26", ms - 53_000],
  ["2031-05-14", Date.UTC(2031, 4, 14)],
  ["soon", Number.NaN],
])("%s is read in UTC where it has no zone", (text, read) => {
  process.env.TZ = "America/New_York";
  expect(parseTime(text)).toBe(read);
});

test.each<[sample: string, printed: string]>([
  ["2026-01-31T00:00:00Z", "2031-05-14T09:26:53Z"],
  ["2026-01-31T00:00:00+01:00", "2031-05-14T09:26:53Z"],
  ["2026-01-31T00:00:00", "2031-05-14T09:26:53"],
  ["2026-01-31 00:00", "2031-05-14 09:26"],
  ["2026-01-31", "2031-05-14"],
])("a time like %s is written in its form", (sample, printed) => {
  expect(printTimeLike(sample, ms)).toBe(printed);
});
