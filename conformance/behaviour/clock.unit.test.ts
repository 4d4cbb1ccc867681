import { expect, onTestFinished, test, vi } from "vitest";
import { isDayBetween, secondsUntilStart, tryBeforeEnd, whileClockStands, windowOfDay } from "./clock.ts";

test.each([
  {
    title: "with the call",
    result: { made_at: "2026-03-14T09:00:00Z", ends_at: "2026-03-14T09:30:00Z" },
    wanted: 0,
  },
  {
    title: "at a later time of the result",
    result: { visit: { starts_at: "2026-03-14T11:00:00Z" }, ends_at: "2026-03-14T11:30:00Z" },
    wanted: 7_200,
  },
  {
    title: "with the call, where no time of the result is its begin",
    result: { ends_at: "2026-03-14T11:30:00Z" },
    wanted: 0,
  },
  {
    title: "with the call, where the result shows no end",
    result: { starts_at: "2026-03-14T11:00:00Z" },
    wanted: 0,
  },
])("a duration of half an hour begins $title", ({ result, wanted }) => {
  const now = Date.parse("2026-03-14T09:00:00Z");
  expect(secondsUntilStart(result, "/ends_at", 1_800, now)).toBe(wanted);
});

test.each([
  // From the begin of the day in the east to its end in the west.
  { ends_on: "2026-03-20", wanted: { from: 421_200, until: 601_200 } },
  { ends_on: "2026-03-14", wanted: { from: 0, until: 82_800 } },
  { ends_on: "2026-03-20T00:00:00Z", wanted: undefined },
  { ends_on: null, wanted: undefined },
])("what happens on $ends_on happens in seconds $wanted from now", ({ ends_on, wanted }) => {
  const now = Date.parse("2026-03-14T13:00:00Z");
  expect(windowOfDay({ lease: { ends_on } }, "/lease/ends_on", now)).toEqual(wanted);
});

test.each([
  ["2026-03-14", true],
  ["2026-03-15", true],
  ["2026-03-13", true],
  ["2026-03-12", false],
  ["2026-03-16", false],
  ["2026-03-14T11:00:00Z", undefined],
  [20_260_314, undefined],
] as const)("%s is a day of noon: %s", (value, wanted) => {
  const noon = Date.parse("2026-03-14T12:00:00Z");
  expect(isDayBetween(value, noon, noon + 1_000)).toBe(wanted);
});

test.each([
  // If the clock goes on: 600 - 2, and 600 - (2 + 3.702).
  { stands: false, wanted: [598, 594] },
  { stands: true, wanted: [599] },
])(
  "what holds before an end is tried at $wanted s, where the calls take long",
  async ({ stands, wanted }) => {
    vi.useFakeTimers({ toFake: ["performance"] });
    onTestFinished(() => void vi.useRealTimers());
    const tried: number[] = [];
    const clock = { has: () => true, run: () => Promise.resolve({}) };
    const problem = await tryBeforeEnd(600, clock, stands, async (seconds) => {
      tried.push(seconds);
      vi.advanceTimersByTime(1_234);
      return tried.length < wanted.length ? "it has ended" : undefined;
    });
    expect(problem).toBeUndefined();
    expect(tried).toEqual(wanted);
  },
);

test.each([
  { clock: "that stands", now: () => "2026-03-14T09:26:53.589Z", stands: true },
  {
    clock: "that goes on, in whole seconds",
    now: () => `${new Date().toISOString().slice(0, 19)}Z`,
    stands: false,
  },
  { clock: "that says no time", now: () => undefined, stands: false },
])("a clock $clock is recognised, and goes on afterwards", async ({ now, stands }) => {
  const moves: object[] = [];
  const rate = { name: "calls", max: 2, seconds: 60 };
  const clock = {
    has: () => true,
    run: async (_: string, move: object) => {
      moves.push(move);
      const time = now();
      return time === undefined ? {} : { now: time };
    },
  };
  const seen = () => whileClockStands(clock, { rate }, async (isStill) => moves.push({ isStill }));
  await seen();
  await seen();
  const [held, released] = [
    { seconds: 60, still: true },
    { seconds: 0, still: false },
  ];
  const isStill = { isStill: stands };
  expect(moves).toEqual([held, { seconds: 0 }, isStill, released, held, isStill, released]);
});
