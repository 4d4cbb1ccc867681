/** Holds what the built-in generator makes of the whole corpus, set by set: it gets no worse. `eval.unit.test.ts` holds a sample. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { type CaseSet, readCorpus, TASKS, type Task } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, type Judged, silentShare } from "../../eval/evaluate.ts";
import { shapeOf } from "../../eval/shape.ts";

/**
 * At least this part of what lists and edits ask for is built, and at most that part of everything is wrong without a word.
 * A ceiling only falls; a floor falls only with the reader behind it. What prose asks for may be quoted or refused instead.
 */
const BARS: readonly { task: Task; set: CaseSet; built: number; silent: number }[] = [
  { task: "prompts", set: "agents", built: 0.985, silent: 0.001 },
  { task: "prompts", set: "blind 1", built: 0.85, silent: 0.014 },
  { task: "prompts", set: "blind 2", built: 0.835, silent: 0.003 },
  { task: "prompts", set: "blind 3", built: 0.88, silent: 0.009 },
  { task: "prompts", set: "blind 4", built: 0.795, silent: 0.003 },
  { task: "prompts", set: "blind 5", built: 0.835, silent: 0.001 },
  { task: "prompts", set: "blind 6", built: 0.845, silent: 0.011 },
  { task: "prompts", set: "blind 7", built: 0.845, silent: 0.007 },
  { task: "prompts", set: "blind 8", built: 0.905, silent: 0.011 },
  { task: "prompts", set: "messy", built: 0.815, silent: 0.013 },
  { task: "prompts", set: "open", built: 0.895, silent: 0.002 },
  { task: "prompts", set: "held out", built: 0.785, silent: 0.012 },
  { task: "prompts", set: "unseen", built: 0.62, silent: 0.011 },
  { task: "prompts", set: "written later", built: 0.79, silent: 0.015 },
  { task: "prompts", set: "new lists", built: 0.935, silent: 0.01 },
  { task: "edits", set: "blind 1", built: 0.84, silent: 0.001 },
  { task: "edits", set: "blind 2", built: 0.75, silent: 0.001 },
  { task: "edits", set: "blind 3", built: 0.64, silent: 0.001 },
  { task: "edits", set: "blind 4", built: 0.705, silent: 0.001 },
  { task: "edits", set: "blind 5", built: 0.485, silent: 0.001 },
  { task: "edits", set: "blind 6", built: 0.63, silent: 0.001 },
  { task: "edits", set: "blind 7", built: 0.72, silent: 0.001 },
  { task: "edits", set: "blind 8", built: 0.745, silent: 0.001 },
  { task: "edits", set: "messy", built: 0.65, silent: 0.001 },
  { task: "edits", set: "agents", built: 0.855, silent: 0.001 },
  { task: "edits", set: "open", built: 0.925, silent: 0.001 },
  { task: "edits", set: "held out", built: 0.91, silent: 0.001 },
  { task: "edits", set: "unseen", built: 0.895, silent: 0.001 },
];

/** Of what the lists of all sets ask for. */
const LISTS_BUILT = 0.862;

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
