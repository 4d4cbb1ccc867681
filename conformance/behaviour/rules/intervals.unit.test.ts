import { expect, test } from "vitest";
import type { Json } from "../../cases/edits.ts";
import type { IntervalRelation, OverlapRule } from "../../cases/overlaps.ts";
import { isWritten, listScales, placeInterval, readGap, readInterval, withInterval } from "./intervals.ts";

type Ends = Pick<OverlapRule, "start" | "end" | "length" | "unit">;

const days: Ends = { start: "/from", end: "/to" };
const minutes: Ends = { start: "/at", length: "/minutes", unit: "minutes" };

test.each<[string, Json, Ends, IntervalRelation, Json]>([
  [
    "days",
    { from: "2031-05-10", to: "2031-05-12" },
    days,
    "around",
    { from: "2031-05-12", to: "2031-05-22" },
  ],
  ["days", { from: "2031-05-10", to: "2031-05-12" }, days, "after", { from: "2031-05-20", to: "2031-05-22" }],
  [
    "days",
    { from: "2031-05-10", to: "2031-05-12" },
    days,
    "apart-after",
    { from: "2031-05-21", to: "2031-05-23" },
  ],
  [
    "times with an end and another zone",
    { from: "2031-05-10T10:00:00+02:00", to: "2031-05-10T11:00:00+02:00" },
    days,
    "inside",
    { from: "2031-05-10T11:00:00Z", to: "2031-05-10T12:00:00Z" },
  ],
  [
    "a time and its minutes",
    { at: "2031-05-10T10:00:00Z", minutes: 30 },
    minutes,
    "over-start",
    { at: "2031-05-10T10:30:00Z", minutes: 60 },
  ],
  ["numbers", { from: 10, to: 14 }, days, "before", { from: 14, to: 18 }],
  [
    "a number and how many",
    { at: 10, minutes: 2 },
    { start: "/at", length: "/minutes" },
    "over-end",
    { at: 18, minutes: 4 },
  ],
])("%s: %j, %j, is placed %s as %j", (_, input, rule, relation, want) => {
  const [scale] = listScales(readInterval(input, rule)!, readGap(input, rule), [relation], () => true);
  expect(withInterval(input, rule, placeInterval(relation, scale!))).toEqual(want);
});

test("a shorter scale is left where the schema allows no long interval", () => {
  const input = { at: "2031-05-10T10:00:00Z", minutes: 30 };
  const isShort = ({ start, end }: { start: number; end: number }) => end - start <= 60 * 60_000;
  const scales = listScales(readInterval(input, minutes)!, undefined, ["around"], isShort);
  expect(scales.map(({ interval: { start, end } }) => (end - start) / 60_000)).toEqual([30, 30, 30, 15]);
});

const relations = [
  "around",
  "inside",
  "over-start",
  "over-end",
  "before",
  "after",
  "apart-before",
  "apart-after",
] as const;

test.each([10, 20, 40])(
  "an appointment of %i of the 10, 20 or 40 minutes that there are has intervals beside it",
  (length) => {
    const input = { at: "2031-05-10T10:00:00Z", minutes: length };
    const isKnown = ({ start, end }: { start: number; end: number }) =>
      [10, 20, 40].includes((end - start) / 60_000);
    const without = relations.filter(
      (each) => listScales(readInterval(input, minutes)!, undefined, [each], isKnown).length === 0,
    );
    expect(without).toEqual([]);
  },
);

test("half a day is no interval of days", () => {
  const input = { from: "2031-05-10", to: "2031-05-11" };
  const start = Date.parse("2031-05-10");
  expect(isWritten(input, days, { start, end: start + 86_400_000 })).toBe(true);
  expect(isWritten(input, days, { start, end: start + 43_200_000 })).toBe(false);
});

test.each<[string, Json]>([
  ["no start", { to: "2031-05-12" }],
  ["no end", { from: "2031-05-10" }],
  ["an end before its start", { from: "2031-05-10", to: "2031-05-09" }],
  ["a start that is no time", { from: "soon", to: "2031-05-09" }],
])("arguments with %s have no interval", (_, input) => {
  expect(readInterval(input, days)).toBe(undefined);
});
