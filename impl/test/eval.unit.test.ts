/** Holds what the built-in generator makes of a fixed sample of the corpus. `eval.proof.ts` holds the whole. */
import { expect, it } from "vitest";
import { builtIn } from "../../eval/adapter.ts";
import { readCorpus, TASKS } from "../../eval/corpus.ts";
import { builtShare, count, evaluate, type Judged, silentShare } from "../../eval/evaluate.ts";
import { sampleOf } from "../../eval/sample.ts";
import { shapeOf } from "../../eval/shape.ts";

const SAMPLE = 200;

const judged = await evaluate(
  sampleOf(
    TASKS.flatMap((task) => readCorpus(task)),
    SAMPLE,
  ),
  builtIn,
);

const isList = (one: Judged) => one.case.task === "prompts" && shapeOf(one.case.text) === "list";
const isPrompt = (one: Judged) => one.case.task === "prompts";
const isEdit = (one: Judged) => one.case.task === "edits";

it.each([
  { what: "lists", isOne: isList, built: 0.86 },
  { what: "edits", isOne: isEdit, built: 0.765 },
])("builds what the $what of a sample ask for", ({ isOne, built }) => {
  expect(builtShare(count(judged.filter(isOne)))).toBeGreaterThanOrEqual(built);
});

it.each([
  { what: "prompts", isOne: isPrompt, silent: 0.012 },
  { what: "edits", isOne: isEdit, silent: 0.005 },
])("says what it does not build of the $what of a sample", ({ isOne, silent }) => {
  expect(silentShare(count(judged.filter(isOne)))).toBeLessThanOrEqual(silent);
});
