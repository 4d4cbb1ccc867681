/** Holds what the built-in generator makes of the whole corpus, set by set: it gets no worse. `eval.unit.test.ts` holds a sample. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { type CaseSet, readCorpus, TASKS, type Task } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, type Judged, silentShare } from "../../eval/evaluate.ts";
import { shapeOf } from "../../eval/shape.ts";

/**
 * At least this part of what lists and edits ask for is built, and at most that part of everything is wrong without a word.
 * A floor only rises and a ceiling only falls. What prose asks for may be quoted or refused instead.
 */
const BARS: readonly { task: Task; set: CaseSet; built: number; silent: number }[] = [
  { task: "prompts", set: "agents", built: 0.975, silent: 0.006 },
  { task: "prompts", set: "blind 1", built: 0.845, silent: 0.024 },
  { task: "prompts", set: "blind 2", built: 0.76, silent: 0.008 },
  { task: "prompts", set: "blind 3", built: 0.88, silent: 0.034 },
  { task: "prompts", set: "blind 4", built: 0.825, silent: 0.008 },
  { task: "prompts", set: "blind 5", built: 0.83, silent: 0.012 },
  { task: "prompts", set: "blind 6", built: 0.79, silent: 0.028 },
  { task: "prompts", set: "blind 7", built: 0.85, silent: 0.01 },
  { task: "prompts", set: "blind 8", built: 0.895, silent: 0.03 },
  { task: "prompts", set: "messy", built: 0.8, silent: 0.028 },
  { task: "prompts", set: "open", built: 0.89, silent: 0.012 },
  { task: "prompts", set: "held out", built: 0.765, silent: 0.016 },
  { task: "prompts", set: "unseen", built: 0.62, silent: 0.048 },
  { task: "prompts", set: "written later", built: 0.76, silent: 0.042 },
  { task: "edits", set: "blind 1", built: 0.805, silent: 0.002 },
  { task: "edits", set: "blind 2", built: 0.755, silent: 0.002 },
  { task: "edits", set: "blind 3", built: 0.645, silent: 0.002 },
  { task: "edits", set: "blind 4", built: 0.71, silent: 0.002 },
  { task: "edits", set: "blind 5", built: 0.49, silent: 0.002 },
  { task: "edits", set: "blind 6", built: 0.635, silent: 0.002 },
  { task: "edits", set: "blind 7", built: 0.685, silent: 0.002 },
  { task: "edits", set: "blind 8", built: 0.75, silent: 0.002 },
  { task: "edits", set: "messy", built: 0.635, silent: 0.002 },
  { task: "edits", set: "agents", built: 0.855, silent: 0.002 },
  { task: "edits", set: "open", built: 0.93, silent: 0.002 },
  { task: "edits", set: "held out", built: 0.91, silent: 0.002 },
  { task: "edits", set: "unseen", built: 0.895, silent: 0.002 },
];

/** Of what the lists of all sets ask for. */
const LISTS_BUILT = 0.85;

/** Each case runs once for all tests. */
const judged = await evaluate(
  TASKS.flatMap((task) => readCorpus(task)),
  builtIn,
);

it.each(BARS)("$task of the corpus ($set)", ({ task, set, built, silent }) => {
  const members = judged.filter((one) => one.case.task === task && one.case.set === set);
  const wanted = task === "prompts" ? members.filter(isList) : members;
  expect(builtShare(count(wanted))).toBeGreaterThanOrEqual(built);
  expect(silentShare(count(members))).toBeLessThanOrEqual(silent);
});

it("has a bar for each set of the corpus", () => {
  const name = ({ task, set }: { task: Task; set: CaseSet }) => `${task}, ${set}`;
  expect(BARS.map(name).sort()).toEqual([...new Set(judged.map((one) => name(one.case)))].sort());
});

it("builds what lists ask for", () => {
  const lists = judged.filter((one) => one.case.task === "prompts" && isList(one));
  expect(builtShare(count(lists))).toBeGreaterThanOrEqual(LISTS_BUILT);
});

it("never says that a refusal may be retried: the built-in generator is deterministic", () => {
  const retryable = judged.filter(({ result }) => "refusal" in result && result.retryable);
  expect(retryable.map((one) => one.case.text)).toEqual([]);
});

function isList(one: Judged): boolean {
  return shapeOf(one.case.text) === "list";
}
