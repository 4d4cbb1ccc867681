/** Holds what the built-in generator makes of the whole corpus, set by set: it gets no worse. `eval.unit.test.ts` holds a sample. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { type CaseSet, readCorpus, TASKS, type Task } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, silentShare } from "../../eval/evaluate.ts";
import { shapeOf } from "../../eval/shape.ts";

/** At least this part of what forms can have is built, and at most that part of everything is wrong without a word. */
const BARS: readonly { task: Task; set: CaseSet; built: number; silent: number }[] = [
  { task: "prompts", set: "open", built: 0.95, silent: 0.01 },
  { task: "prompts", set: "held out", built: 0.97, silent: 0.01 },
  { task: "prompts", set: "written later", built: 0.95, silent: 0.01 },
  { task: "prompts", set: "messy", built: 0.89, silent: 0.01 },
  { task: "prompts", set: "unseen", built: 0.88, silent: 0.015 },
  { task: "prompts", set: "blind 1", built: 0.905, silent: 0.01 },
  { task: "prompts", set: "blind 2", built: 0.895, silent: 0.022 },
  { task: "prompts", set: "blind 3", built: 0.905, silent: 0.02 },
  { task: "prompts", set: "blind 4", built: 0.905, silent: 0.01 },
  { task: "prompts", set: "blind 5", built: 0.92, silent: 0.015 },
  { task: "prompts", set: "blind 6", built: 0.91, silent: 0.012 },
  { task: "prompts", set: "blind 7", built: 0.92, silent: 0.01 },
  { task: "prompts", set: "blind 8", built: 0.865, silent: 0.025 },
  { task: "prompts", set: "agents", built: 0.77, silent: 0.075 },
  { task: "edits", set: "open", built: 0.99, silent: 0.005 },
  { task: "edits", set: "held out", built: 0.99, silent: 0.005 },
  { task: "edits", set: "messy", built: 0.78, silent: 0.005 },
  { task: "edits", set: "unseen", built: 0.99, silent: 0.005 },
  { task: "edits", set: "blind 1", built: 0.95, silent: 0.005 },
  { task: "edits", set: "blind 2", built: 0.99, silent: 0.005 },
  { task: "edits", set: "blind 3", built: 0.895, silent: 0.005 },
  { task: "edits", set: "blind 4", built: 0.98, silent: 0.005 },
  { task: "edits", set: "blind 5", built: 0.83, silent: 0.01 },
  { task: "edits", set: "blind 6", built: 0.86, silent: 0.005 },
  { task: "edits", set: "blind 7", built: 0.85, silent: 0.005 },
  { task: "edits", set: "blind 8", built: 0.77, silent: 0.01 },
];

/** Of what the lists of all sets ask for. */
const LISTS_BUILT = 0.945;

/** Each case runs once for all tests. */
const judged = await evaluate(
  TASKS.flatMap((task) => readCorpus(task)),
  builtIn,
);

it.each(BARS)("$task of the corpus ($set)", ({ task, set, built, silent }) => {
  const counts = count(judged.filter((one) => one.case.task === task && one.case.set === set));
  expect(builtShare(counts)).toBeGreaterThanOrEqual(built);
  expect(silentShare(counts)).toBeLessThanOrEqual(silent);
});

it("has a bar for each set of the corpus", () => {
  const name = ({ task, set }: { task: Task; set: CaseSet }) => `${task}, ${set}`;
  expect(BARS.map(name).sort()).toEqual([...new Set(judged.map((one) => name(one.case)))].sort());
});

it("builds what lists ask for", () => {
  const lists = judged.filter((one) => one.case.task === "prompts" && shapeOf(one.case.text) === "list");
  expect(builtShare(count(lists))).toBeGreaterThanOrEqual(LISTS_BUILT);
});

it("never says that a refusal may be retried: the built-in generator is deterministic", () => {
  const retryable = judged.filter(({ result }) => "refusal" in result && result.retryable);
  expect(retryable.map((one) => one.case.text)).toEqual([]);
});
