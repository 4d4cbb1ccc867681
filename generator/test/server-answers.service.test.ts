/** No server ends a command of ours by an exception: each command at servers whose answers are edited at random. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { complaintsAt } from "./support/answers/commands.ts";
import { edits } from "./support/answers/edits.ts";

// `server-answers.service.proof.ts` tries 2,000.
test("at a few servers with edited answers, every command ends with a report or a sentence", async () => {
  await fc.assert(
    fc.asyncProperty(edits, async (edited) => {
      expect(await complaintsAt(edited)).toEqual([]);
    }),
    { numRuns: 4, endOnFailure: true },
  );
});
