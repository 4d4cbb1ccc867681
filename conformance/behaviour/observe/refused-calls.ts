/** Judges the effects of refused calls: they have none. */
import { held, type Verdict } from "../../results/verdict.ts";
import type { Called } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import { describeChange, type Observation } from "./observation.ts";

/** Compares an observation before a refused call with one after it. */
export async function unchangedVerdict(
  called: Called,
  before: Observation,
  observe: () => Promise<Observation>,
  { observer, verdicts }: Pick<Engine, "observer" | "verdicts">,
): Promise<Verdict> {
  const [change] = await observer.findChanges(observe, before, await observe());
  if (change === undefined) return held;
  const got = `${called.tool} refused the call, but then ${describeChange(change)}`;
  return verdicts.failed("a refused call changes nothing", called, got);
}
