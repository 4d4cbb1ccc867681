/** Judges the cases of kind replay: a call that is repeated with its idempotency key has one effect. */
import { isDeepStrictEqual } from "node:util";
import { callAtOnce, isToRetry } from "../../behaviour/calls/at-once.ts";
import { type Called, readStructured } from "../../behaviour/calls/called.ts";
import type { Engine } from "../../behaviour/engine.ts";
import {
  describeAdded,
  describeExcess,
  observeEffects,
  waitForStableEffects,
} from "../../behaviour/observe/effects.ts";
import { isIntervalTaken } from "../../behaviour/rules/rule-calls.ts";
import { isCalledAfterTime } from "../../behaviour/rules/workflow-calls.ts";
import { applyEdits, type Json, valueAt } from "../../cases/edits.ts";
import type { ReplayCase } from "../../cases/rules/repetition.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { failed, held, type Verdict } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { KindOfBehaviour } from "../kind-of-behaviour.ts";
import { otherArgumentsVerdict } from "./other-arguments.ts";
import { callOrFollow, type ObserveEffects, useKey } from "./used-key.ts";

/** The number of equal calls that are sent at once. */
const atOnce = 10;
/** How often an interval may be taken before the case is not verified. */
const mostAttempts = 3;

export const replay: KindOfBehaviour<ReplayCase> = {
  needsSuccess: true,
  // Cases with the same arguments share the call that uses the key.
  briefCost(each) {
    // Another entity is made, and the call with its id is tried again with another key.
    if (each.check === "other-arguments" && each.entity !== undefined) return 9;
    return { same: 6, "at-once": 32, "other-arguments": 2, defaults: 2 }[each.check];
  },
  cost: ({ check }) => ({ same: 7, "at-once": 32, "other-arguments": 5, defaults: 7 })[check],
  // If it has to follow a workflow, it may move the clock.
  when: ({ tool }, rules) => (isCalledAfterTime(rules, tool) ? "quiet" : undefined),
  async verdict(each, engine) {
    switch (each.check) {
      case "same":
        return judgeWithRetry((observeEffects) => sameVerdict(each, engine, observeEffects));
      case "at-once":
        return atOnceVerdict(each, engine);
      case "other-arguments":
        return otherArgumentsVerdict(each, engine);
      case "defaults":
        return judgeWithRetry((observeEffects) => defaultsVerdict(each, engine, observeEffects));
    }
  },
};

/** Judges twice if necessary: an apparent effect of the second call may be work that the first one started, so the second attempt waits for its end. */
async function judgeWithRetry(
  verdictWith: (observeEffects: ObserveEffects) => Promise<Verdict>,
): Promise<Verdict> {
  const verdict = await verdictWith(observeEffects);
  return verdict === held ? held : verdictWith(waitForStableEffects);
}

async function sameVerdict(
  each: ReplayCase,
  engine: Engine,
  observeEffects: ObserveEffects,
): Promise<Verdict> {
  const { call, first, once } = await useKey(each, engine, observeEffects);
  const second = await engine.calls.call({ tool: each.tool, input: call.input });
  const problem =
    describeOtherResult(each.tool, engine, first, second) ?? (await describeAdded(engine, call, once));
  return problem === undefined
    ? held
    : engine.verdicts.failed("one effect, and the same result", second, problem);
}

/** Checks that concurrent calls have the effects that one call has on another equal instance. */
async function atOnceVerdict(each: ReplayCase, engine: Engine): Promise<Verdict> {
  const { call: single, called: alone, prepareEqual } = await callOrFollow(each, engine);
  let { several, calls, isOutdated } = await prepareAndCall();
  const isTaken = () => calls.every((called) => isIntervalTaken(called, engine.rules));
  // Other cases may have something in the interval of the example, which begins later at each call, or have moved the clock.
  for (let attempt = 1; attempt < mostAttempts && (isTaken() || isOutdated); attempt += 1)
    ({ several, calls, isOutdated } = await prepareAndCall());
  if (isTaken()) throw engine.verdicts.setupFailed(calls[0]!);
  const successes = calls.filter(({ outcome }) => outcome.is === "success");
  // Calls of other cases may have used the quota up meanwhile.
  const spent = calls.find(({ usedUp }) => usedUp !== undefined);
  if (successes.length === 0 && spent !== undefined) throw engine.verdicts.setupFailed(spent);
  const wrong = calls.find(
    (called) => called.outcome.is !== "success" && !isToRetry(called, engine.context.cases),
  );
  const [first = alone, ...others] = successes;
  const { exchange } = wrong ?? first;
  if (wrong !== undefined || successes.length === 0) {
    const got = describeAnswer((wrong ?? calls[0]!).exchange.answer);
    return failed(`${atOnce} calls sent at once with one key are answered with one result`, got, exchange);
  }
  const different = others
    .map((called) => describeOtherPlace(each.tool, engine, first, called))
    .find(Boolean);
  const problem =
    different ??
    describeMarks(each.tool, engine, successes) ??
    (await describeExcess(engine, { ...several, called: first }, { ...single, called: alone }));
  return problem === undefined
    ? held
    : failed(`${atOnce} calls sent at once with one key have one effect`, problem, exchange);

  async function prepareAndCall() {
    const isClockMoved = engine.live.watchClock();
    const prepared = await prepareEqual();
    const { input } = prepared;
    const made = await callAtOnce(engine, atOnce, () => engine.calls.call({ tool: each.tool, input }));
    const isRefused = made.every(({ outcome }) => outcome.is !== "success");
    return {
      several: prepared,
      calls: made,
      isOutdated: isRefused && isClockMoved(),
    };
  }
}

/** Checks that arguments with their defaults written out are the same call. */
async function defaultsVerdict(
  each: Extract<ReplayCase, { readonly check: "defaults" }>,
  engine: Engine,
  observeEffects: ObserveEffects,
): Promise<Verdict> {
  const { tool } = each;
  const withDefaults = each.same.map((edit) => ("set" in edit ? edit.set : edit.remove));
  const { call, first, once } = await useKey(each, engine, observeEffects, withDefaults);
  const input = applyEdits(call.input, each.same);
  const other = withDefaults.find((pointer) => {
    const sent = valueAt(call.input, pointer);
    return sent !== undefined && !isDeepStrictEqual(sent, valueAt(input, pointer));
  });
  if (other !== undefined)
    throw new PreconditionError("setup", `the call that was accepted has another ${other.slice(1)}`);
  const second = await engine.calls.call({ tool, input });
  const problem =
    describeOtherResult(each.tool, engine, first, second) ?? (await describeAdded(engine, call, once));
  const expected = "one effect, and the same result, since the arguments differ only in written defaults";
  return problem === undefined ? held : engine.verdicts.failed(expected, second, problem);
}

/**
 * Describes how the result of a repeated call of a tool differs from the first one at the places that stay the same, or that one of them
 * does not say whether it is the first.
 */
export function describeOtherResult(
  tool: string,
  engine: Engine,
  first: Called,
  second: Called,
): string | undefined {
  if (second.outcome.is !== "success") return describeAnswer(second.exchange.answer);
  const other = describeOtherPlace(tool, engine, first, second);
  const { replayed } = engine.rules.idempotency[tool]!;
  if (other !== undefined || replayed === undefined) return other;
  if (isReplayed(first, replayed)) return `${replayed} is true in the first result`;
  return isReplayed(second, replayed)
    ? undefined
    : `${replayed} is not true in the result of the repeated call`;
}

function describeOtherPlace(
  tool: string,
  { rules }: Engine,
  first: Called,
  second: Called,
): string | undefined {
  const [was, is] = [readStructured(first), readStructured(second)] as readonly Json[];
  const place = rules.idempotency[tool]!.same.find(
    (pointer) => !isDeepStrictEqual(valueAt(was!, pointer), valueAt(is!, pointer)),
  );
  if (place === undefined) return undefined;
  return `${place} is ${JSON.stringify(valueAt(is!, place))} after ${JSON.stringify(valueAt(was!, place))}`;
}

/** Describes results of equal calls of which not exactly one says that it is the first. The answer of that one may have been a refusal to try again. */
function describeMarks(tool: string, { rules }: Engine, successes: readonly Called[]): string | undefined {
  const { replayed } = rules.idempotency[tool]!;
  if (replayed === undefined) return undefined;
  const firsts = successes.filter((called) => !isReplayed(called, replayed)).length;
  if (firsts === 1 || (firsts === 0 && successes.length < atOnce)) return undefined;
  return firsts === 0
    ? `${replayed} is true in all ${successes.length} results`
    : `${replayed} is not true in ${firsts} of ${successes.length} results`;
}

function isReplayed(called: Called, place: string): boolean {
  return valueAt(readStructured(called) as Json, place) === true;
}
