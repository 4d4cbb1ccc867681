/** Tests that the readers of strangers' texts are linear: twice the text takes at most 2.5 times the steps. */
import { afterAll, expect, test } from "vitest";
import { openStepCounter } from "./support/reading-steps.ts";
import { pieces, repeated, textReaders } from "./support/text-readers.ts";

const MOST = 2.5;
const LENGTH = 600;

const steps = await openStepCounter();
afterAll(() => steps.close());

/** The pieces of which texts take more than their length explains, with how many times the steps of half the text they take. */
async function listSlow(read: (text: string) => void): Promise<string[]> {
  read(pieces.join(""));
  const slow: string[] = [];
  for (const piece of pieces) {
    const half = await steps.count(() => read(repeated(piece, LENGTH)));
    const whole = await steps.count(() => read(repeated(piece, 2 * LENGTH)));
    if (whole > MOST * half) slow.push(`${JSON.stringify(piece)}: ${(whole / half).toFixed(1)}`);
  }
  return slow;
}

// `npm run attack` does the same with all readers, longer texts, and pieces in a row.
test("form text is read in linear time", async () => {
  expect(pieces.length).toBeGreaterThan(40);
  expect(await listSlow(textReaders["form text"]!)).toEqual([]);
});

test("finds a reader that looks at all that is behind each character", async () => {
  const read = (text: string) => {
    for (let at = 0; at < text.length; at++) text.indexOf("\u0000", at);
  };
  expect(await listSlow(read)).toHaveLength(pieces.length);
});
