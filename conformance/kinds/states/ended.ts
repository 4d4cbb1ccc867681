/** Judges the cases about the end of entities. */
import { withArticle } from "@toolwright/runtime/problems";
import type { Engine } from "../../behaviour/engine.ts";
import { differInTime } from "../../behaviour/observe/lost.ts";
import { type Change, compareObservations } from "../../behaviour/observe/observation.ts";
import type { EndedCase } from "../../cases/behaviour-cases.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { held, type Verdict } from "../../results/verdict.ts";

/** Checks that an ended instance is gone or shows it. A changed time is not sufficient, since any change could cause it. */
export async function endedVerdict(each: EndedCase, engine: Engine): Promise<Verdict> {
  const instance = await engine.instances.make(each.entity);
  const before = await engine.observer.observe(instance);
  const called = await engine.instances.end(instance);
  if (called.outcome.is !== "success") throw engine.verdicts.setupFailed(called);
  const after = await engine.observer.observe(instance);
  const isEnd = (change: Change) =>
    !engine.observer.isVolatile(change.tool, change.at) && !differInTime(change);
  if (compareObservations(before, after).some(isEnd)) return held;
  const unsure = after.find(({ unknown }) => unknown);
  if (unsure !== undefined)
    throw new PreconditionError("large", `${unsure.tool} lists too many items to show that one is missing`);
  return engine.verdicts.failed(
    `${withArticle(each.entity)} that ${called.tool} has ended is gone, or shows it`,
    called,
    `${called.tool} answered with success, but ${after.map(({ tool }) => tool).join(" and ")} ${after.length === 1 ? "shows" : "show"} it as before`,
  );
}
