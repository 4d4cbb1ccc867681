/** A later run at somebody else's server answers as earlier ones did, until the server has a mistake. */
import { beforeAll, expect, test } from "vitest";
import { testStranger } from "../test/support/test-stranger.ts";
import { AnswerCollection, mergeRun, noRecording, type Recording } from "./answers.ts";
import { Comparison } from "./comparison.ts";

/** Seeds with one variant of the server, each with an order of its own. */
const [recorded, compared] = [[1, 8, 15], 22] as const;

let recording: Recording = noRecording;

beforeAll(async () => {
  for (const seed of recorded) {
    const collection = new AnswerCollection();
    const { date, target } = await testStranger("hire", seed, { collection });
    recording = mergeRun(recording, { date, target, seed }, collection);
  }
}, 300_000);

/** Runs once more, and returns what is said of the answers: case -> the verdict. */
async function compare(mistake?: string): Promise<Record<string, string>> {
  const comparison = new Comparison(recording);
  const { results } = await testStranger("hire", compared, { comparison, ...(mistake && { mistake }) });
  return Object.fromEntries(
    results
      .filter(({ subject }) => subject.kind === "answers")
      .map(({ subject, verdict }) => [
        subject.id,
        verdict.status === "failed" ? `${verdict.expected}; ${verdict.got}` : verdict.status,
      ]),
  );
}

test("a healthy server answers each tool as before", { timeout: 120_000 }, async () => {
  expect(new Set(Object.values(await compare()))).toEqual(new Set(["held"]));
});

test("an item that a cancelled reservation keeps is seen where items are shown", {
  timeout: 120_000,
}, async () => {
  expect(await compare("cancel-keeps-item")).toMatchObject({
    "answers/hire_get_item": expect.stringMatching(/^\/available is true, as in 3 runs.*; false/),
    "answers/hire_add_member": "held",
  });
});
