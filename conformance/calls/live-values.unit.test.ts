import { expect, test } from "vitest";
import type { LiveValue } from "../cases/live-values.ts";
import { LiveValues } from "./live-values.ts";

const dayMs = 86_400_000;

/** The days of a stay: two nights, ten days ahead, and each further stay four days later. */
const days: readonly LiveValue[] = [
  { path: "/arrives", sample: "a", now: 864_000, each: 345_600, as: "date" },
  { path: "/leaves", sample: "b", now: 1_036_800, each: 345_600, as: "date" },
];

test("the times of one call stay as far apart as in the example, whatever other calls do meanwhile", async () => {
  const live = new LiveValues({
    cases: { live: { reserve: days } },
    now: async () => Date.UTC(2030, 0, 1),
    fits: () => true,
  });
  const example = { arrives: "a", leaves: "b" };
  const some = await live.into("reserve", example, ["/leaves"]);
  const stays = await Promise.all([live.into("reserve", example), live.into("reserve", example)]);
  expect(some).toEqual({ arrives: "2030-01-11", leaves: "b" });
  expect(stays).toEqual([
    { arrives: "2030-01-15", leaves: "2030-01-17" },
    { arrives: "2030-01-19", leaves: "2030-01-21" },
  ]);
  const nextOf = live.begin("reserve");
  const arrives = await nextOf(days[0]!, example);
  await live.into("reserve", example);
  const leaves = await nextOf(days[1]!, example);
  expect((Date.parse(String(leaves)) - Date.parse(String(arrives))) / dayMs).toBe(2);
});

test("a time that was decided before the clock was moved is known", () => {
  let clockMoves = 0;
  const live = new LiveValues({
    cases: {},
    now: async () => 0,
    clockMoves: () => clockMoves,
    fits: () => true,
  });
  const isClockMoved = live.watchClock();
  expect(isClockMoved()).toBe(false);
  clockMoves += 1;
  expect(isClockMoved()).toBe(true);
});
