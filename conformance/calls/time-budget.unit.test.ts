/** The requests that fit into the time of a run, at the speed that was measured. */
import { expect, test } from "vitest";
import { TimeBudget } from "./time-budget.ts";

test.each([
  ["the expected number before enough requests are measured", 1, 5, 1_200],
  ["many for a fast target", 2, 1_000, 300_000],
  ["few for a slow one", 300, 60, 120],
  ["none after the time", 600, 60, 60],
  ["none after the time, without a request", 601, 0, 0],
])("%s", (_, seconds, sent, requests) => {
  let now = 1_000;
  const budget = new TimeBudget(600, 1_200, () => now);
  now += seconds * 1_000;
  expect(budget.requestsAfter(sent)).toBe(requests);
});
