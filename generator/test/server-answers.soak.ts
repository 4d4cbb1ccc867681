/** No server ends a command of ours by an exception: each command at 2,000 servers whose answers are edited at random, of which the proof draws. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { amount, drawSample } from "../../.ci/draw.ts";
import { seed } from "../../.ci/seed.ts";
import { complaintsAt } from "./support/answers/commands.ts";
import { edits } from "./support/answers/edits.ts";

const perSeed = 50;
const seeds = Array.from({ length: 40 }, (_, index) => seed + index);

test.each(drawSample(seeds, amount({ proof: 4, soak: seeds.length })))(
  "seed %i: 50 servers, no exception, no raw control character, few requests",
  async (own) => {
    await fc.assert(
      fc.asyncProperty(edits, async (edited) => {
        expect(await complaintsAt(edited)).toEqual([]);
      }),
      { numRuns: perSeed, seed: own, endOnFailure: true },
    );
  },
);
