/** Judges the states in which the whole run has seen instances. */
import type { Engine } from "../../behaviour/engine.ts";
import type { StateCase } from "../../cases/behaviour-cases.ts";
import type { Verdict } from "../../results/verdict.ts";
import { verdictOnWatched } from "../results.ts";

/** The number of instances of each state that are read again at the end: the earliest ones, since most calls came after them. */
const lookedAgain = 3;

/** Reads some instances of each state once more, with the remaining requests: later calls must not have moved them. */
export async function pathVerdict(each: StateCase, engine: Engine): Promise<Verdict> {
  const { machine, tool } = each;
  const { caller } = engine.context;
  const byState = Map.groupBy(engine.watched.looks(machine), ({ state }) => state);
  for (const { call } of [...byState.values()].flatMap((looks) => looks.slice(0, lookedAgain)))
    if (caller.countLeft() > 0) await caller.call(tool, call.input, call.credential);
  return verdictOnWatched(each, engine.watched.read(tool, "path", machine));
}
