import { expect, test } from "vitest";
import type { LiveValue } from "../../cases/live-values.ts";
import { withLaterInterval } from "./later-interval.ts";

const rule = { start: "/starts_on", length: "/days", unit: "days", includesEnd: false } as const;
const example = { meter: "m-1", starts_on: "2031-05-13", days: 30 };
const sent = { meter: "m-7", starts_on: "2026-12-10", days: 30 };
const live = (more: object): LiveValue[] => [
  { path: "/starts_on", sample: "2031-05-13", now: 864_000, as: "date", ...more },
];

test("a second contract begins after the end of the first one", () => {
  expect(withLaterInterval(example, sent, rule, live({}))).toEqual({ ...example, starts_on: "2027-01-10" });
});

test("a time with its zone stays one, also where the end is an argument", () => {
  const stay = { from: "2031-05-13T09:00:00Z", until: "2031-05-13T10:30:00Z" };
  const ends = { start: "/from", end: "/until", includesEnd: false } as const;
  expect(withLaterInterval(stay, stay, ends, [])).toEqual({
    from: "2031-05-13T10:30:00Z",
    until: "2031-05-13T12:00:00Z",
  });
});

test("an example that begins later at each call stays as it is", () => {
  expect(withLaterInterval(example, sent, rule, live({ each: 86_400 }))).toBe(example);
});
