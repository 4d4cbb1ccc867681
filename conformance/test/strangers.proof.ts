/** The whole suite at servers that others wrote: a healthy one has no finding, whatever the seed; a mistake in it has one. */
import { describe, expect, test } from "vitest";
import { failedIn } from "./support/servers/first-runs.ts";
import { strangers, testStranger } from "./support/strangers.ts";

const seeds = Array.from({ length: 20 }, (_, index) => index + 1);

describe.each(Object.entries(strangers))("a first run at the %s", (name, { missing }) => {
  const title = missing === undefined ? "has no finding with seed %i" : `is left out (${missing}), seed %i`;
  test.skipIf(missing !== undefined).each(seeds)(title, { timeout: 1_500_000 }, async (seed) => {
    expect(failedIn(await testStranger(name, seed))).toEqual([]);
  });
});
