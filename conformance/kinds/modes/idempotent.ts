/** Judges `idempotentHint`: a second call with the same arguments changes nothing more. */
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import { differInTime } from "../../behaviour/observe/lost.ts";
import { describeChange, type Observation } from "../../behaviour/observe/observation.ts";
import type { ModeCase } from "../../cases/behaviour-cases.ts";
import { valuesAt } from "../../cases/places.ts";
import { held, type Verdict } from "../../results/verdict.ts";
import { type ModeTrial, prepareTrial } from "./trial.ts";

/** Judges a case. An apparent effect of the second call may be work that the first call started, so a second attempt waits for its end. */
export async function idempotentVerdict(each: ModeCase, engine: Engine): Promise<Verdict> {
  const { observer } = engine;
  const verdict = await secondCallVerdict(each, engine, ({ observe }) => observer.observeFinished(observe));
  if (verdict === held) return held;
  return secondCallVerdict(each, engine, ({ observe }) => observer.waitUntilStable(observe));
}

async function secondCallVerdict(
  each: ModeCase,
  engine: Engine,
  observeAfterFirst: (trial: ModeTrial) => Promise<Observation>,
): Promise<Verdict> {
  const trial = await prepareTrial(each, engine);
  const first = await engine.calls.requireSuccess({ tool: each.tool, input: trial.input });
  const once = await observeAfterFirst(trial);
  const second = await engine.calls.call({ tool: each.tool, input: trial.input });
  if (second.outcome.is !== "success" && second.outcome.is !== "refusal")
    return engine.verdicts.failed("a second call with the same arguments is answered", second);
  const changes = await engine.observer.findChanges(trial.observe, once, await trial.observe());
  const change = changes.find((each) => !differInTime(each));
  const got = change === undefined ? otherIds(each, engine, first, second) : describeChange(change);
  return got === undefined ? held : engine.verdicts.failed("a second call changes nothing more", second, got);
}

/** Describes a changed id in the results: a tool that creates an entity at each call returns another id each time. */
function otherIds({ tool }: ModeCase, { rules }: Engine, first: Called, second: Called): string | undefined {
  if (second.outcome.is !== "success") return undefined;
  const places = Object.values(rules.entities).flatMap(({ results }) =>
    results.filter((place) => place.tool === tool && !place.path.includes("*")),
  );
  for (const { path } of places) {
    const [was, is] = [first, second].map((called) => valuesAt(readStructured(called), path)[0]?.value);
    if (was !== is) return `${tool} returned ${JSON.stringify(is)} after ${JSON.stringify(was)}`;
  }
  return undefined;
}
