/** Holds what the built-in generator makes of a fixed sample of the corpus. `eval.proof.ts` holds the whole. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { readCorpus, TASKS } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, silentShare } from "../../eval/evaluate.ts";
import { sampleOf } from "../../eval/sample.ts";

const SAMPLE = 200;

const judged = await evaluate(
  sampleOf(
    TASKS.flatMap((task) => readCorpus(task)),
    SAMPLE,
  ),
  builtIn,
);

it.each([
  { task: "prompts", built: 0.93 },
  { task: "edits", built: 0.9 },
])("builds what the $task of a sample ask for", ({ task, built }) => {
  const counts = count(judged.filter((one) => one.case.task === task));
  expect(builtShare(counts)).toBeGreaterThanOrEqual(built);
  expect(silentShare(counts)).toBeLessThanOrEqual(0.015);
});
