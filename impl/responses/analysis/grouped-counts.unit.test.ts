import { expect, test } from "vitest";
import { dayStretches, joinStretches, numberStretches } from "./grouped-counts.ts";

const numbers = (...counts: number[]) =>
  numberStretches(counts.map((count, at) => ({ label: `${at * 10}–${at * 10 + 9}`, count })));

test.for<[name: string, counts: number[], want: [string, number][]]>([
  [
    "all are large enough",
    [5, 6, 7],
    [
      ["…–9", 5],
      ["10–19", 6],
      ["20–…", 7],
    ],
  ],
  [
    "small ones are joined with the next",
    [1, 4, 0, 9, 5],
    [
      ["…–19", 5],
      ["20–39", 9],
      ["40–…", 5],
    ],
  ],
  [
    "the rest goes to the last",
    [5, 5, 4],
    [
      ["…–9", 5],
      ["10–…", 9],
    ],
  ],
  ["one has no shape", [4, 4], []],
  ["there is none", [], []],
])("if %s", ([_, counts, want]) => {
  const joined = joinStretches(numbers(...counts), 5);
  expect(joined.map(({ label, count }) => [label, count])).toEqual(want);
});

test("numbers without a range and dates have their own ends", () => {
  const ages = ["18", "19", "20"].map((label) => ({ label, count: 5 }));
  expect(joinStretches(numberStretches(ages), 5).map(({ label }) => label)).toEqual(["…–18", "19", "20–…"]);
  const columns = ["2026-01-01", "2026-02-01", "2026-03-01"].map((from) => ({ from, count: 5 }));
  const stretches = dayStretches({ unit: "month", columns }, (day) => day);
  expect(joinStretches(stretches, 5, " – ").map(({ label }) => label)).toEqual([
    "… – 2026-01-31",
    "2026-02-01 – 2026-02-28",
    "2026-03-01 – …",
  ]);
});
