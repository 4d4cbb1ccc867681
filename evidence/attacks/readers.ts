/** Texts that are hard to read, for every reader of strangers' texts: each piece again and again, alone and between others. */
import { chance, drawSeed } from "../../.ci/draw.ts";
import { openStepCounter, type StepCounter } from "../../impl/test/support/reading-steps.ts";
import { pieces, repeated, textReaders } from "../../impl/test/support/text-readers.ts";
import { type Attack, judgeResults } from "./attack.ts";

/** Times the steps of half the text. */
const MOST = 2.5;
const LENGTH = 1_000;
/** Rows of two or three pieces for each reader, behind another piece. */
const ROWS = 60;

interface Family {
  readonly head: string;
  readonly piece: string;
}

function drawFamily(): Family {
  const piece = Array.from({ length: 2 + chance.int(2) }, () => chance.pick(pieces)).join("");
  return { head: chance.pick(["", chance.pick(pieces), "Name: ", "Name ("]), piece };
}

/** The most that twice a text takes of it, from n to 2n and from 2n to 4n. */
async function growth(
  steps: StepCounter,
  read: (text: string) => void,
  { head, piece }: Family,
): Promise<number> {
  const counts: number[] = [];
  for (const times of [1, 2, 4])
    counts.push(await steps.count(() => read(head + repeated(piece, times * LENGTH))));
  const [one = 1, two = 1, four = 1] = counts;
  return Math.max(two / one, four / two);
}

/** Judged by steps, which are counted. */
export const readers: Attack = {
  name: "texts that are hard to read",
  async run() {
    const results: [name: string, held: boolean, got: unknown][] = [];
    let most = 0;
    const steps = await openStepCounter();
    for (const [name, read] of Object.entries(textReaders)) {
      read(pieces.join(""));
      const alone = pieces.map((piece) => ({ head: "", piece }));
      for (const family of [...alone, ...Array.from({ length: ROWS }, drawFamily)]) {
        // The engine counts a little less while it compiles; a reader that is slow is so each time.
        const counted = [await growth(steps, read, family)];
        if (counted[0]! > MOST) counted.push(await growth(steps, read, family));
        const times = Math.min(...counted);
        most = Math.max(most, times);
        results.push([name, times <= MOST, { ...family, times }]);
      }
    }
    steps.close();
    const note = `seed ${drawSeed}: twice a text takes up to ${most.toFixed(2)} times its steps, of ${Object.keys(textReaders).length} readers`;
    return judgeResults(results, note);
  },
};
