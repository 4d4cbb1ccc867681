import { expect, test } from "vitest";
import type { Json } from "../cases/edits.ts";
import type { LimitRule } from "../cases/limits.ts";
import { held, unverified } from "../results/verdict.ts";
import { NextPeriod, QuotaUsedUp } from "./next-period.ts";

const quota: LimitRule = { kind: "quota", at: "", per: "account", period: "day", refused: "no_more" };
const month: LimitRule = { ...quota, period: "month" };
const usedUp = unverified("used-up", "nothing is left of loans");

/** A clock that notes by how many seconds it was moved. */
function makeClock(isThere = true) {
  const moves: Json[] = [];
  const run = async (_: "clock", input: { readonly [name: string]: Json }) => {
    moves.push(input.seconds ?? 0);
    return {};
  };
  return { moves, has: () => isThere, run };
}

test.each<[what: string, limits: Record<string, LimitRule>, seconds: number]>([
  ["a day", { loans: quota }, 26 * 3_600],
  ["the longest of several", { loans: quota, calls: month }, 32 * 86_400],
])("a case that finds a quota used up is decided after %s", async (_, limits, seconds) => {
  const clock = makeClock();
  const period = new NextPeriod({ limits }, clock);
  expect(() => period.require(usedUp)).toThrow(QuotaUsedUp);
  await period.begin();
  await period.begin();
  expect(clock.moves).toEqual([seconds]);
});

test.each<[what: string, limits: Record<string, LimitRule>, hasClock: boolean]>([
  ["the target has no clock", { loans: quota }, false],
  ["the spec has no quota", {}, true],
])("its verdict stays where %s", async (_, limits, hasClock) => {
  const clock = makeClock(hasClock);
  const period = new NextPeriod({ limits }, clock);
  expect(period.require(usedUp)).toBe(usedUp);
  await period.begin();
  expect(clock.moves).toEqual([]);
});

test("other verdicts move no clock", async () => {
  const clock = makeClock();
  const period = new NextPeriod({ limits: { loans: quota } }, clock);
  expect(period.require(held)).toBe(held);
  await period.begin();
  expect(clock.moves).toEqual([]);
});
