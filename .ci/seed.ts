/** The seed of all random input in tests, so a run fails only because of a change (docs/decisions/tests.md). */
const everydaySeed = 20_260_728;

/** The seed of this run: `FAST_CHECK_SEED` is a number, or `random` for another one at every run. */
export const seed = seedFrom("FAST_CHECK_SEED", everydaySeed);

/** Reads a seed from an environment variable. "random" gives a new seed for every run; an unset variable gives the default. */
export function seedFrom(variable: string, defaultSeed: number): number {
  const text = process.env[variable];
  if (text === undefined || text === "") return defaultSeed;
  if (text === "random") return Math.floor(Math.random() * 2 ** 31);
  if (/^-?\d+$/.test(text) && Number(text) === (Number(text) | 0)) return Number(text);
  throw new Error(`${variable} is "random" or a whole number of 32 bits, not "${text}".`);
}
