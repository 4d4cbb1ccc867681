/** First runs of the whole suite at healthy servers of other domains: whatever the seed, nothing fails. */
import { describe, expect, test } from "vitest";
import { failedIn, firstRun, healthyServers } from "./support/servers/first-runs.ts";

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe.each(Object.keys(healthyServers))("the first run at the %s", (name) => {
  test.each(seeds)("has no finding with seed %i", { timeout: 600_000 }, async (seed) => {
    expect(failedIn(await firstRun(name, seed))).toEqual([]);
  });
});
