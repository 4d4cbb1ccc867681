/** Holds what the built-in generator makes of the corpus of prompts and edits: it gets no worse, and the held-out part least of all. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { type CaseSet, readCorpus, type Task } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, silentShare } from "../../eval/evaluate.ts";

/** At least this part of what forms can have is built, and at most that part of everything is wrong without a word. */
const BARS: readonly { task: Task; set: CaseSet; built: number; silent: number }[] = [
  { task: "prompts", set: "open", built: 0.935, silent: 0.012 },
  { task: "prompts", set: "held out", built: 0.95, silent: 0.02 },
  { task: "prompts", set: "written later", built: 0.93, silent: 0.02 },
  { task: "prompts", set: "messy", built: 0.88, silent: 0.02 },
  { task: "prompts", set: "unseen", built: 0.87, silent: 0.02 },
  { task: "prompts", set: "blind 1", built: 0.895, silent: 0.028 },
  { task: "prompts", set: "blind 2", built: 0.88, silent: 0.03 },
  { task: "prompts", set: "blind 3", built: 0.895, silent: 0.035 },
  { task: "prompts", set: "blind 4", built: 0.895, silent: 0.02 },
  { task: "prompts", set: "blind 5", built: 0.92, silent: 0.02 },
  { task: "prompts", set: "blind 6", built: 0.91, silent: 0.015 },
  { task: "prompts", set: "blind 7", built: 0.915, silent: 0.02 },
  { task: "prompts", set: "blind 8", built: 0.861, silent: 0.038 },
  { task: "edits", set: "open", built: 0.98, silent: 0.02 },
  { task: "edits", set: "held out", built: 0.97, silent: 0.021 },
  { task: "edits", set: "messy", built: 0.85, silent: 0.01 },
  { task: "edits", set: "unseen", built: 0.88, silent: 0.015 },
  { task: "edits", set: "blind 1", built: 0.96, silent: 0.015 },
  { task: "edits", set: "blind 2", built: 0.98, silent: 0.015 },
  { task: "edits", set: "blind 3", built: 0.945, silent: 0.015 },
  { task: "edits", set: "blind 4", built: 0.98, silent: 0.015 },
  { task: "edits", set: "blind 5", built: 0.885, silent: 0.015 },
  { task: "edits", set: "blind 6", built: 0.92, silent: 0.01 },
  { task: "edits", set: "blind 7", built: 0.905, silent: 0.01 },
  { task: "edits", set: "blind 8", built: 0.852, silent: 0.015 },
];

/** Each case runs once for all tests. */
const judged = await evaluate([...readCorpus("prompts"), ...readCorpus("edits")], builtIn);

it.each(BARS)("$task of the corpus ($set)", ({ task, set, built, silent }) => {
  const counts = count(judged.filter((one) => one.case.task === task && one.case.set === set));
  expect(builtShare(counts)).toBeGreaterThanOrEqual(built);
  expect(silentShare(counts)).toBeLessThanOrEqual(silent);
});

it("has at least 400 prompts and 300 edits, in 24 languages", () => {
  const [prompts, edits] = [readCorpus("prompts"), readCorpus("edits")];
  expect(prompts.length).toBeGreaterThanOrEqual(400);
  expect(edits.length).toBeGreaterThanOrEqual(300);
  for (const cases of [prompts, edits]) expect(new Set(cases.map(({ language }) => language)).size).toBe(24);
});

it("never says that a refusal may be retried: the built-in generator is deterministic", () => {
  const retryable = judged.filter(({ result }) => "refusal" in result && result.retryable);
  expect(retryable.map((one) => one.case.text)).toEqual([]);
});
