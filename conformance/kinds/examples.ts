/** Judges the cases of kinds output and failures: calls with the spec's examples. */
import { isDeepStrictEqual } from "node:util";
import { baseArguments, runsAsTask } from "../calls/arguments.ts";
import { listAccountCaps } from "../calls/cap-reached.ts";
import type { AnsweredCall } from "../calls/completed-call.ts";
import type { Context } from "../calls/context.ts";
import type { Arguments, OfTool } from "../cases/case.ts";
import { valueAt } from "../cases/edits.ts";
import { type FailureCase, findCalled, type OutputCase } from "../cases/format.ts";
import { failed, held, unverified, type Verdict } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import { failedCall, isPoorRefusal, notImplemented } from "./input/failed-call.ts";
import { InputCalls } from "./input/input-calls.ts";
import { isOnOtherSideOfNow } from "./input/other-side-of-now.ts";
import { callWithRefusedValues } from "./input/refused-values.ts";

/** Judges an example that must succeed. The form of its result is judged by the watch. */
export async function outputVerdict(each: OutputCase, context: Context): Promise<Verdict> {
  const { cases, bindings, watch, prepareFor } = context;
  if ("watch" in each) return watch.verdict(each.tool, each.watch);
  if (each.base !== undefined && each.edits === undefined && context.succeeded.has(each.base)) return held;
  const calls = new InputCalls(context);
  await prepareFor(each.id, bindings.listShared());
  const called = await calls.repeatRefused(each, await calls.call(each, bindings.listShared()));
  const { outcome, exchange } = called;
  if (outcome.is === "success") return held;
  if (runsAsTask(cases, each.tool)) return unverified("task", `${each.tool} runs only as a task`, exchange);
  if (isOfInvented(each, called, context))
    return unverified("refused", `nothing can be read with the values that were made up for it`, exchange);
  if (outcome.is !== "refusal") return failedCall("a success", called);
  if (outcome.code === "not_implemented") return notImplemented(each.tool, exchange);
  const declared = outcome.code === undefined || findCalled(cases, each.tool).failures.includes(outcome.code);
  const why = `the call was refused${outcome.code === undefined ? "" : ` with ${outcome.code}`}`;
  return declared
    ? unverified("refused", why, exchange)
    : failed("a success", describeAnswer(exchange.answer), exchange);
}

/**
 * Whether an error answers the read of something that need not exist, since its values were made up. MCP recommends code -32002 then,
 * but the errors that handlers throw have another one in most servers.
 */
function isOfInvented(
  each: OfTool & Arguments & { readonly isInvented?: true },
  called: AnsweredCall,
  context: Context,
): boolean {
  if (each.isInvented !== true || !isPoorRefusal(called)) return false;
  const values = baseArguments(context.cases, each.base ?? each.tool);
  return context.bindings.listBoundPlaces(each.tool, values).length === 0;
}

interface Attempt {
  /** The places that get bound values. */
  readonly bound: readonly string[];
  /** All is done that lets a call succeed, since another rule may refuse the example first. */
  readonly isPrepared?: true;
}

/**
 * Judges an example that must be refused. It is sent unchanged first, then with bound values in the state that it needs. An example
 * may be about one missing value among existing ones, so each binding is also tried alone. If it names the same things as arguments
 * that must be accepted, it is about none that is missing, and is not sent unchanged. At last, if requests are not limited, all is
 * prepared for a call that succeeds. An example that is accepted may need another state; one about the other side of now needs none.
 */
export async function failureVerdict(each: FailureCase, context: Context): Promise<Verdict> {
  if ("watch" in each) {
    const met = context.watch.met(each.tool, each.code);
    if (met.status !== "unverified" || met.cause !== "unobserved") return met;
    await callWithRefusedValues(each, context);
    return context.watch.met(each.tool, each.code);
  }
  if (isOfAccountCap(each, context)) return context.watch.met(each.tool, each.code);
  let verdict: Verdict = unverified("state", "the example was not tried");
  let accepted: Attempt | undefined;
  for (const attempt of listAttempts(each, context)) {
    const called = await callExample(each, attempt, context);
    verdict = attemptVerdict(each, called);
    if (verdict.status !== "unverified" || verdict.cause !== "state") return verdict;
    accepted = called.outcome.is === "success" ? attempt : undefined;
  }
  if (accepted === undefined || !isOnOtherSideOfNow(each.tool, each.base!, context.cases)) return verdict;
  // The clock of the target may have been moved meanwhile.
  const again = await callExample(each, accepted, context);
  if (again.outcome.is !== "success") return attemptVerdict(each, again);
  return failed(`a refusal with ${each.code}`, describeAnswer(again.exchange.answer), again.exchange);
}

/** Whether the example is refused since the account has as many things as a limit allows: the cases of that limit lead to it. */
function isOfAccountCap({ tool, code }: FailureCase, { cases, watch }: Context): boolean {
  const caps = listAccountCaps({ limits: cases.behaviour?.limits ?? {} });
  return caps.some(({ rule }) => rule.refused === code) && watch.met(tool, code).status === "held";
}

type FailureExample = Exclude<FailureCase, { readonly watch: "met" }>;

function listAttempts(each: FailureExample, { cases, bindings, caller }: Context): readonly Attempt[] {
  const example = baseArguments(cases, each.base!);
  const names = bindings.listBoundPlaces(each.tool, example);
  if (names.length === 0) return [{ bound: [] }];
  const accepted = baseArguments(cases, each.tool);
  const isOfExisting = names.every((name) =>
    isDeepStrictEqual(valueAt(example, name), valueAt(accepted, name)),
  );
  return [
    ...(isOfExisting ? [] : [{ bound: [] }]),
    { bound: names },
    ...(names.length > 1 ? names.map((name) => ({ bound: [name] })) : []),
    // With few requests, others decide more.
    ...(Number.isFinite(caller.countLeft()) ? [] : [{ bound: names, isPrepared: true } as const]),
  ];
}

async function callExample(
  each: FailureExample,
  { bound, isPrepared }: Attempt,
  { cases, caller, bindings, prepareFor, bringToState }: Context,
): Promise<AnsweredCall> {
  // The state that the example needs is for it alone.
  const values = bindings.fresh();
  if (bound.length > 0) await prepareFor(each.id, values);
  const input = await values.into(each.tool, baseArguments(cases, each.base!), bound);
  if (bound.length > 0) await bringToState(each.tool, input, isPrepared ? undefined : each.code);
  const called = await caller.call(each.tool, input, caller.allScopes);
  // It may have used up its values.
  if (called.outcome.is === "success") bindings.renew();
  return called;
}

function attemptVerdict(each: FailureCase, called: AnsweredCall): Verdict {
  const { outcome, exchange } = called;
  const answerText = describeAnswer(exchange.answer);
  if (outcome.is === "success") return unverified("state", `${answerText} instead of ${each.code}`, exchange);
  if (outcome.is !== "refusal") return failedCall(`a refusal with ${each.code}`, called);
  switch (outcome.code) {
    case each.code:
      return held;
    case "not_implemented":
      return notImplemented(each.tool, exchange);
    case undefined:
      return unverified(
        "no-code",
        `a refusal without a code does not show whether it is ${each.code}`,
        exchange,
      );
    default:
      return unverified("state", `${answerText} instead of ${each.code}`, exchange);
  }
}
