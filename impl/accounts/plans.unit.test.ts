import { expect, test } from "vitest";
import { planMonth, planMonths } from "./plans/month.ts";

const months: [start: string, now: string, from: string, to: string][] = [
  ["2026-01-15T10:00Z", "2026-01-15T10:00Z", "2026-01-15T10:00Z", "2026-02-15T10:00Z"],
  ["2026-01-15T10:00Z", "2026-02-15T09:59Z", "2026-01-15T10:00Z", "2026-02-15T10:00Z"],
  ["2026-01-15T10:00Z", "2026-02-15T10:00Z", "2026-02-15T10:00Z", "2026-03-15T10:00Z"],
  ["2026-01-31T00:00Z", "2026-02-27T23:59Z", "2026-01-31T00:00Z", "2026-02-28T00:00Z"],
  ["2026-01-31T00:00Z", "2026-03-01T00:00Z", "2026-02-28T00:00Z", "2026-03-31T00:00Z"],
  ["2028-01-31T00:00Z", "2028-02-29T00:00Z", "2028-02-29T00:00Z", "2028-03-31T00:00Z"],
  ["2025-12-31T12:00Z", "2027-01-01T00:00Z", "2026-12-31T12:00Z", "2027-01-31T12:00Z"],
];

test.each(months)("a plan that started at %s is at %s in the month from %s to %s", (start, now, from, to) => {
  expect(planMonth(new Date(start), new Date(now))).toEqual({ start: new Date(from), end: new Date(to) });
});

test.each(months)(
  "for a plan that started at %s, the month of %s is the last started one",
  (start, now, from, to) => {
    const begun = planMonths(new Date(start), new Date(now));
    expect(begun[0]!.start).toEqual(new Date(start));
    expect(begun.at(-1)).toEqual({ start: new Date(from), end: new Date(to) });
    for (const [index, { start }] of begun.entries())
      if (index > 0) expect(start).toEqual(begun[index - 1]!.end);
  },
);
