/** Sends equal calls at once, as callers do who do not know of each other. */
import type { Engine } from "../engine.ts";
import { type Called, showAnswer } from "./called.ts";

/** Clients and servers keep connections open for about five seconds. */
const openMs = 3_000;
const lastAtOnce = new WeakMap<Engine, number>();

export async function callAtOnce(
  engine: Engine,
  count: number,
  call: () => Promise<Called>,
): Promise<Called[]> {
  const { caller } = engine.context;
  const inParallel = <Result>(send: () => Promise<Result>) =>
    Promise.all(Array.from({ length: count }, send));
  // Requests arrive closer together over connections that are open.
  if (performance.now() - (lastAtOnce.get(engine) ?? -openMs) >= openMs)
    await inParallel(() => caller.request("ping", undefined, caller.allScopes));
  const calls = await inParallel(call);
  lastAtOnce.set(engine, performance.now());
  return calls;
}

/** A server may answer that another call is still under way. */
export function isToRetry({ tool, outcome }: Called, { context }: Engine): boolean {
  if (outcome.is !== "refusal" || outcome.code === undefined) return false;
  const { tools, failures } = context.cases;
  return tools[tool]!.failures.includes(outcome.code) && failures[outcome.code]!.retryable;
}

/** The call that stands for several that were sent at once; one that is wrong, with the reason, if there is any. */
export interface SingleSuccess {
  readonly called: Called;
  readonly problem?: string;
}

/** Looks for the one call that succeeded; the others are refused with the code. */
export function findSingleSuccess(
  calls: readonly Called[],
  code: string | undefined,
  engine: Engine,
): SingleSuccess {
  const successes = calls.filter(({ outcome }) => outcome.is === "success");
  const isRefused = ({ outcome }: Called) =>
    outcome.is === "refusal" && (outcome.code === undefined || outcome.code === code);
  const failures = calls.filter((called) => !successes.includes(called) && !isRefused(called));
  const wrong = failures.find((called) => !isToRetry(called, engine));
  if (wrong !== undefined) return { called: wrong, problem: showAnswer(wrong) };
  const called = calls.reduce((last, each) => (each.outcome.is === "success" ? each : last));
  const problem = `${successes.length} of ${calls.length} succeeded`;
  return successes.length === 1 ? { called } : { called, problem };
}
