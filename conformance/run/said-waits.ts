/** Tells the user what a run waits for: each wait of more than a few seconds, once for all cases that wait for it. */

/** Shorter waits are not told. */
const shortestMs = 3_000;

/** @param say tells the user a sentence */
export function makeSaidWaits(
  say: (sentence: string) => void,
  now: () => number,
): (ms: number, what: string) => void {
  /** What is waited for -> the end of the wait that was told. */
  const told = new Map<string, number>();
  return (ms, what) => {
    const end = now() + ms;
    if (ms < shortestMs || (told.get(what) ?? 0) > end - shortestMs) return;
    told.set(what, end);
    say(`Waiting ${Math.ceil(ms / 1_000)} s until ${what}.`);
  };
}
