/** Judges `readOnlyHint`: a tool that promises to change nothing changes nothing. */
import type { Called } from "../../behaviour/calls/called.ts";
import { readPages } from "../../behaviour/calls/pages.ts";
import type { Engine } from "../../behaviour/engine.ts";
import {
  type Change,
  compareObservations,
  describeChange,
  showPlace,
} from "../../behaviour/observe/observation.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import type { Json } from "../../cases/edits.ts";
import { ifPossible } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type CallsTogether, callTogether, type Together } from "./calls-together.ts";
import { grewByMore, type RepeatedReads, readRepeatedly } from "./repeated-reads.ts";
import { keepAll, prepareTrial } from "./trial.ts";

/** Calls of several cases that share two observations. */
const readsTogether = oncePerRun<Promise<CallsTogether<RepeatedReads>>>();
const readInTurn: Together<RepeatedReads> = {
  call: readAll,
  isKept: (before, after) => compareObservations(before, after).length === 0,
};

/** Judges a case. The tool is called together with others between shared observations, and alone only if these differ. */
export async function readOnlyVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const shared = await readsTogether(engine, each.check, () =>
    engine.room.ifEnough(() => ifPossible(callTogether(each, engine, readInTurn))),
  );
  const reads = await shared?.get(each.id);
  if (reads === undefined) return readOnlyAlone(each, engine);
  return reads.change === undefined ? held : readOnlyAlone(each, engine);
}

/** Calls a tool several times, and reads all pages of a list once: a call might change only the items that its page shows. */
async function readAll({ tool }: ModeCase, input: Json, engine: Engine): Promise<RepeatedReads> {
  const reads = await readRepeatedly(tool, engine, () => engine.calls.requireSuccess({ tool, input }));
  if (engine.rules.pages[tool] !== undefined)
    for await (const { called } of readPages(engine.rules, engine.calls, { tool, input }))
      if (called.outcome.is !== "success") break;
  return reads;
}

function failReadOnly({ tool }: ModeCase, engine: Engine, last: Called, change: Change): Verdict {
  return engine.verdicts.failed(`${tool} changes nothing`, last, describeChange(change));
}

/** Judges a case alone. If something changed, it tries again after an additional observation, since observers may change data on their first call. */
async function readOnlyAlone(each: ModeCase, engine: Engine, again = false): Promise<Verdict> {
  const trial = await prepareTrial(each, engine, { without: [each.tool], withSpares: engine.isBrief });
  // A thing that the server still works on changes without a call.
  const earlier = again ? await engine.observer.observeSettled(trial.observe) : [];
  const before = await trial.observe();
  const { last, change: own } = await readAll(each, trial.input, engine);
  const wrong = (change: Change) => failReadOnly(each, engine, last, change);
  // Once, another user may have changed what the tool shows.
  if (own !== undefined) return again ? wrong(own) : readOnlyAlone(each, engine, true);
  const after = await trial.observe();
  const changes = compareObservations(before, after);
  if (changes.length === 0) {
    keepAll(engine, trial.observed);
    return held;
  }
  if (!again) return readOnlyAlone(each, engine, true);
  await engine.observer.waitForClockTick();
  // The other reading tools may break the same promise. Their own cases report that.
  const byOthers = [
    ...compareObservations(earlier, before),
    ...compareObservations(after, await trial.observe()),
  ];
  const volatile = new Set(byOthers.map(showPlace));
  const change = changes.find((each) => !volatile.has(showPlace(each)) || grewByMore(each, byOthers));
  return change === undefined ? held : wrong(change);
}
