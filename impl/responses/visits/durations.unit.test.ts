/** Tests the buckets of durations. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { bucketOf, medianSeconds } from "./durations.ts";

test("a median is at most 4 % and half a second from the true one", () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: 1_500, max: 10 ** 9 }), { minLength: 1 }), (times) => {
      const counts = times.map((time) => ({ bucket: bucketOf(time), visits: 1 }));
      const exact = times.toSorted((a, b) => a - b)[Math.ceil(times.length / 2) - 1]! / 1_000;
      expect(Math.abs(medianSeconds(counts)! - exact)).toBeLessThanOrEqual(0.5 + 0.04 * exact);
    }),
  );
});

test("no time has no median, and a time that cannot be is in the first bucket", () => {
  expect(medianSeconds([])).toBeUndefined();
  expect(medianSeconds([{ bucket: 3, visits: 0 }])).toBeUndefined();
  expect([bucketOf(-5), bucketOf(0), bucketOf(999)]).toEqual([0, 0, 0]);
  expect(medianSeconds([{ bucket: bucketOf(0), visits: 1 }])).toBe(1);
});
