/** First runs of the whole suite at healthy servers of other domains: whatever the seed, nothing fails. */
import { describe, expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { failedIn, firstRun, healthyServers } from "./support/servers/first-runs.ts";

const allSeeds = Array.from({ length: 20 }, (_, index) => index + 1);
const seeds = drawSample(allSeeds, amount({ proof: 5, soak: allSeeds.length }));

describe.each(Object.keys(healthyServers))("the first run at the %s", (name) => {
  test.each(seeds)("has no finding with seed %i", { timeout: 600_000 }, async (seed) => {
    expect(failedIn(await firstRun(name, seed))).toEqual([]);
  });
});
