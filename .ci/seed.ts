/** What every test draws its chance from, so that a run fails only for what has changed (docs/decisions/seeds.md). */
const everydaySeed = 20_260_728;

/** The seed of this run: `FAST_CHECK_SEED` is a number, or `random` for another one at every run. */
export const seed = seedFrom(process.env.FAST_CHECK_SEED);

function seedFrom(asked: string | undefined): number {
  if (asked === undefined || asked === "") return everydaySeed;
  if (asked === "random") return Math.floor(Math.random() * 2 ** 31);
  if (/^-?\d+$/.test(asked) && Number(asked) === (Number(asked) | 0)) return Number(asked);
  throw new Error(`FAST_CHECK_SEED is "random" or a whole number of 32 bits, not "${asked}".`);
}
