/** Sends equal calls at the same time, like callers that act independently. */
import type { CaseFile } from "../../cases/format.ts";
import type { Engine } from "../engine.ts";
import { type Called, isRefusedWith, showAnswer } from "./called.ts";

/** Connections are opened again after this time: clients and servers keep them open for about five seconds. */
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
  // Open the connections first, so that the requests arrive closer together.
  if (performance.now() - (lastAtOnce.get(engine) ?? -openMs) >= openMs)
    await inParallel(() => caller.request("ping", undefined, caller.allScopes));
  const calls = await inParallel(call);
  lastAtOnce.set(engine, performance.now());
  return calls;
}

/** Whether the server refused a call with a retryable code, for example because another call is still in progress. */
export function isToRetry(
  { tool, outcome }: Called,
  { tools, failures }: Pick<CaseFile, "tools" | "failures">,
): boolean {
  if (outcome.is !== "refusal" || outcome.code === undefined) return false;
  return tools[tool]!.failures.includes(outcome.code) && failures[outcome.code]!.retryable;
}

/** The call that represents several concurrent calls: the successful one, or a wrong one with the problem. */
export interface SingleSuccess {
  readonly called: Called;
  readonly problem?: string;
}

/** Finds the one call that succeeded. The others must be refused, with the code if the spec names one. */
export function findSingleSuccess(
  calls: readonly Called[],
  code: string | undefined,
  engine: Engine,
): SingleSuccess {
  const successes = calls.filter(({ outcome }) => outcome.is === "success");
  const failures = calls.filter((called) => !successes.includes(called) && !isRefusedWith(code, called));
  const wrong = failures.find((called) => !isToRetry(called, engine.context.cases));
  if (wrong !== undefined) return { called: wrong, problem: showAnswer(wrong) };
  const called = calls.reduce((last, each) => (each.outcome.is === "success" ? each : last));
  const problem = `${successes.length} of ${calls.length} succeeded`;
  return successes.length === 1 ? { called } : { called, problem };
}
