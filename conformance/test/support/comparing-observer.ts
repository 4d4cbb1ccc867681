/** Makes observers that compare what a test shows them, and call no tool themselves. */
import { Observer } from "../../behaviour/observe/observer.ts";
import type { Behaviour } from "../../cases/behaviour.ts";
import type { RunLog } from "../../results/run-log.ts";

export function makeEmptyLog(): RunLog {
  return { access: [], transitions: [], volatile: [] };
}

/** @param runLog receives the places that the observer finds to change by themselves */
export function comparingObserver(rules: Behaviour, runLog: RunLog = makeEmptyLog()): Observer {
  const reject = () => Promise.reject(new Error("This observer calls no tool."));
  return new Observer({
    rules,
    runLog,
    reader: { read: reject, learnFullestArguments: reject },
    make: reject,
    isBrief: false,
  });
}
