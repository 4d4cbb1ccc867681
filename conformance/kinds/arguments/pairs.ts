/** Pairs of calls: one has an argument that the other has not. */
import { isDeepStrictEqual } from "node:util";
import type { Engine } from "../../behaviour/engine.ts";
import { whileInstancesLast } from "../../behaviour/once-per-run.ts";
import { exampleArguments } from "../../calls/arguments.ts";
import type { Edit, Json } from "../../cases/edits.ts";
import type { ArgumentCase } from "../../cases/result-cases.ts";
import { type BriefConsequences, type Consequences, callAndObserve, type View } from "./consequences.ts";
import { showsSentValue } from "./sent-value.ts";

/** Two calls: the arguments of the base with these edits. */
export interface Pair extends Readonly<Record<Which, readonly Edit[]>> {
  readonly base: string;
}

/** The call with the argument, or the one without it. */
export type Which = "with" | "without";

/** Lists the pairs: the first value of each base comes before the second of any, since other arguments of a base may hide the effect. */
export function listPairs({ argument, trials }: ArgumentCase): Pair[] {
  const rounds = Math.max(...trials.map(({ values }) => values.length));
  return Array.from({ length: rounds }, (_, round) =>
    trials.flatMap(({ base, values, against }): Pair[] => {
      const without: Edit[] = [against === undefined ? { remove: argument } : { set: argument, to: against }];
      return values.slice(round, round + 1).map((to) => ({ base, with: [{ set: argument, to }], without }));
    }),
  ).flat();
}

/** Arguments of calls -> what these showed, which the cases of several arguments share. */
const sharedCalls = whileInstancesLast<Promise<BriefConsequences>>();

/** The call of a pair whose arguments are those of the base in most pairs, so that several arguments share it. */
export interface SharedCall {
  readonly which: Which;
  /** Identifies its arguments. */
  readonly key: string;
  /** Makes the call, once per run. */
  make(): Promise<BriefConsequences>;
}

export function findSharedCall(tool: string, { base, ...edits }: Pair, engine: Engine): SharedCall {
  const toInput = (which: Which): Json =>
    exampleArguments(engine.context.cases, { base, edits: edits[which] });
  const isBase = isDeepStrictEqual(toInput("with"), exampleArguments(engine.context.cases, { base }));
  const which = isBase ? "with" : "without";
  const key = `${tool} ${JSON.stringify(toInput(which))}`;
  const make = () => sharedCalls(engine, key, () => callAndObserve(tool, base, edits[which], engine));
  return { which, key, make };
}

/** Whether a view of the other call shows a value that was sent, and those of the shared call do not; or the other way round. */
export function isSentSeen(pair: Pair, { which }: SharedCall, shared: Consequences, view: View): boolean {
  const others = shared.answer === "success" ? shared.shown.filter(({ by }) => by === view.by) : [];
  const isShown = (other: View) => showsSent(pair.with, which === "with" ? [view, other] : [other, view]);
  return others.length > 0 && others.every(isShown);
}

/** Whether the second view shows a value that was sent, and the first does not. */
function showsSent(edits: readonly Edit[], [without, withIt]: readonly [View, View]): boolean {
  return edits.some((edit) => {
    if (!("to" in edit)) return false;
    return showsSentValue({ argument: edit.set, value: edit.to }, without.value, withIt.value);
  });
}
