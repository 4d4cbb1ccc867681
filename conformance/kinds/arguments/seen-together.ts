/** Sends several arguments of a tool in one call, if requests are limited: each whose value is shown has an effect. */
import type { Engine } from "../../behaviour/engine.ts";
import { oncePerRun } from "../../behaviour/once-per-run.ts";
import type { ArgumentCase } from "../../cases/result-cases.ts";
import { callAndObserve } from "./consequences.ts";
import { findSharedCall, isSentSeen, listPairs, type Pair, type Which } from "./pairs.ts";

/** A case, and its first pair of calls. */
interface Trial {
  readonly each: ArgumentCase;
  readonly pair: Pair;
  readonly which: Which;
}

/** Tool, base, shared call and the object of the arguments -> the ids of the cases whose arguments were seen to have an effect. */
const seenTogether = oncePerRun<Promise<ReadonlySet<string>>>();

/** Returns the ids of the cases about arguments of the same base and object whose values a call of all of them shows. */
export function findSeenTogether(each: ArgumentCase, engine: Engine): Promise<ReadonlySet<string>> {
  const key = describeGroup(toTrial(each, engine));
  return seenTogether(engine, key, () => {
    const trials = engine.selected
      .filter((other): other is ArgumentCase => other.kind === "arguments")
      .map((other) => toTrial(other, engine))
      .filter((other) => describeGroup(other) === key);
    return trials.length > 1 ? trySome(trials, engine) : Promise.resolve(new Set<string>());
  });
}

function toTrial(each: ArgumentCase, engine: Engine): Trial {
  const pair = listPairs(each)[0]!;
  return { each, pair, which: findSharedCall(each.tool, pair, engine).which };
}

function describeGroup({ each: { tool, argument }, pair, which }: Trial): string {
  return [tool, pair.base, which, argument.slice(0, argument.lastIndexOf("/"))].join(" ");
}

/** Sends the arguments of some cases in one call. If it is refused, each half is tried: some may not go together. */
async function trySome(trials: readonly Trial[], engine: Engine): Promise<ReadonlySet<string>> {
  const [{ each, pair, which }] = trials as readonly [Trial, ...Trial[]];
  const shared = findSharedCall(each.tool, pair, engine);
  const first = await shared.make();
  const edits = trials.flatMap((trial) => trial.pair[which === "with" ? "without" : "with"]);
  const second = await callAndObserve(each.tool, pair.base, edits, engine);
  if (second.answer === first.answer)
    return new Set(
      trials
        .filter((trial) => second.shown.some((view) => isSentSeen(trial.pair, shared, first, view)))
        .map((trial) => trial.each.id),
    );
  if (trials.length < leastTogether) return new Set();
  const half = Math.ceil(trials.length / 2);
  const left = await trySome(trials.slice(0, half), engine);
  return new Set([...left, ...(await trySome(trials.slice(half), engine))]);
}

/** Fewer arguments are tried one by one if they do not go together. */
const leastTogether = 4;
