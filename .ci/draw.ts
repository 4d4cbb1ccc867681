/** Draws from endless inputs: the proof tries a sample, another one at each run, and the soak tries all (docs/decisions/tests.md). */
import { random } from "../runtime/test/support/fuzz/random.ts";
import { seedFrom } from "./seed.ts";

/** Whether all are tried. */
export const isSoak = process.env.RING === "soak";

/** The seed of the draw: `DRAW_SEED` is a number, else it is another one at every run. */
export const drawSeed = seedFrom("DRAW_SEED", Math.floor(Math.random() * 2 ** 31));

export const chance = random(drawSeed);

/** How many are tried: few in the proof, many in the soak. */
export function amount({ proof, soak }: { readonly proof: number; readonly soak: number }): number {
  return isSoak ? soak : proof;
}

/** Returns a random sample in the original order; all items if there are not more. */
export function drawSample<T>(all: readonly T[], count: number): T[] {
  const left = new Set(all.keys());
  while (left.size > count) left.delete(chance.int(all.length));
  return all.filter((_, index) => left.has(index));
}
