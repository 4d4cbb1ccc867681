/** Runs the planned cases in phases. */
import type { Engine } from "../behaviour/engine.ts";
import type { Context } from "../calls/context.ts";
import { TargetUnreachable } from "../calls/reachability.ts";
import { BudgetExhausted } from "../calls/spending.ts";
import { runCase } from "../calls/transcript.ts";
import type { AuthorizationCase, CaseFile } from "../cases/format.ts";
import { isCheck } from "../checks/check-case.ts";
import { type AuthorizationCall, authorizationVerdict } from "../kinds/authorization.ts";
import { behaviourVerdict, isBehaviour, planBehaviour } from "../kinds/behaviour.ts";
import { checkJudge } from "../kinds/checks.ts";
import { errorVerdict, failureVerdict, outputVerdict } from "../kinds/examples.ts";
import { inputJudge } from "../kinds/input/input.ts";
import { unimplementedJudge } from "../kinds/input/unimplemented.ts";
import { manifestJudge } from "../kinds/manifest.ts";
import { offerVerdict } from "../kinds/offers.ts";
import { type Result, type Unverified, unasked, unverified, type Verdict } from "../results/verdict.ts";
import { runAuthorization } from "./authorization-phase.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import type { OpenTarget } from "./open-target.ts";
import { inParallel, shuffle } from "./order.ts";
import { countRequests, type Plan } from "./plan.ts";
import { type Runnable, toSubject } from "./runnable.ts";

export const overBudget = unverified("left-out", "more requests than the limit allows");

export interface RunOptions {
  readonly opened: Pick<OpenTarget, "context" | "engine" | "ready">;
  readonly plan: Plan;
  readonly seed: number;
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Tool -> the verdict on those of its cases that the run leaves out. */
  readonly leftOut: ReadonlyMap<string, Unverified>;
  onResult(result: Result): void;
}

/**
 * Runs the cases in phases: opening (protocol and manifest), authorization, behaviour, calls in an order that the
 * seed decides, cases that need a quiet target, and at the end the properties that were watched in every call, and what moves the clock by days. If the signal aborts, the remaining cases
 * are reported as interrupted.
 */
export async function run(options: RunOptions): Promise<void> {
  const { opened, plan, seed, parallel, signal, leftOut, onResult } = options;
  const { context, engine, ready } = opened;
  const { cases, standby } = plan;
  const isLimited = standby.length > 0;
  const decide = decider(context, engine);
  const phases = Object.groupBy(cases, (each) => findPhase(each, context.cases));
  await runAll(phases.opening ?? []);
  await ready.catch((error: unknown) => {
    // Then no case can send anything, and each says so.
    const isOver = error instanceof TargetUnreachable || error instanceof BudgetExhausted;
    if (!signal.aborted && !isOver) throw error;
  });
  await runAuthorization((phases.authorization ?? []) as AuthorizationCase[], {
    engine,
    signal,
    runAll,
    judge,
    report,
  });
  await oneByOne(phases.alone ?? []);
  await runAll(inOrderOfRun(phases.any ?? []));
  if (isLimited) await oneByOne(phases.quiet ?? []);
  await runAll(inOrderOfRun(phases.calls ?? []));
  if (!isLimited) await oneByOne(phases.quiet ?? []);
  await oneByOne(standby);
  for (const each of phases.end ?? []) report(each, await watchedVerdict(each));

  /** Where requests may run out, the most telling cases come first. */
  function inOrderOfRun(selected: readonly Runnable[]): readonly Runnable[] {
    return isLimited ? selected : shuffle(selected, seed);
  }

  function oneByOne(selected: readonly Runnable[]): Promise<void> {
    return inParallel(selected, 1, async (each) => report(each, await judge(each)));
  }

  /** In an interrupted run a property that was not observed might still have been. */
  async function watchedVerdict(each: Runnable): Promise<Verdict> {
    const decided = runCase(each.id, () => decide(each));
    const verdict = await decided.catch((error: unknown) => undecidedVerdict(error, signal));
    return signal.aborted && verdict.status === "unverified" ? undecidedVerdict(undefined, signal) : verdict;
  }

  async function runAll(
    selected: readonly Runnable[],
    onVerdict: (each: Runnable, verdict: Verdict) => void = () => undefined,
  ): Promise<void> {
    await inParallel(selected, parallel, async (each) => {
      const verdict = await judge(each);
      onVerdict(each, verdict);
      report(each, verdict);
    });
  }

  async function judge(each: Runnable): Promise<Verdict> {
    if (standby.includes(each) && countRequests(each, context.cases) > context.caller.left())
      return overBudget;
    try {
      return await untilAborted(() => decideWhileThere(each), signal);
    } catch (error) {
      return undecidedVerdict(error, signal);
    }
  }

  /** A call that was cut off by the end of the target shows nothing of its case. */
  async function decideWhileThere(each: Runnable): Promise<Verdict> {
    const { caller } = context;
    const verdict = await runCase(each.id, () => decide(each));
    if (verdict.status === "failed" && caller.wasCut()) await caller.confirm(caller.allScopes);
    return verdict;
  }

  function report(each: Runnable, verdict: Verdict): void {
    onResult({ subject: toSubject(each), verdict: withReason(each, verdict) });
  }

  /** A property of calls that this run leaves out: its verdict gives the reason why nothing was observed. */
  function withReason(each: Runnable, verdict: Verdict): Verdict {
    const isOfCalls = "watch" in each || "unchanged" in each;
    if (!isOfCalls || verdict.status !== "unverified" || verdict.cause !== "unobserved") return verdict;
    return plan.unselected.length > 0 ? unasked : (leftOut.get(each.tool) ?? verdict);
  }
}

type Phase = "opening" | "authorization" | "alone" | "any" | "calls" | "quiet" | "end";

function findPhase(each: Runnable, cases: CaseFile): Phase {
  if (isBehaviour(each)) return planBehaviour(each, cases).when;
  if ("watch" in each) return "end";
  if (each.kind === "authorization") return "authorization";
  return each.kind === "manifest" || isCheck(each) ? "opening" : "calls";
}

function decider(context: Context, engine: Engine): (each: Runnable) => Promise<Verdict> {
  const checked = checkJudge(context);
  const manifest = manifestJudge(context);
  const judgeUnimplemented = unimplementedJudge(context);
  const judgeInput = inputJudge(context, judgeUnimplemented);
  return async (each) => {
    switch (each.kind) {
      case "protocol":
      case "oauth":
        return checked(each);
      case "manifest":
        return manifest(each);
      case "authorization":
        return authorizationVerdict(each as AuthorizationCall, context);
      case "input":
        return judgeInput(each);
      case "output":
        return outputVerdict(each, context);
      case "failures":
        return failureVerdict(each, context);
      case "errors":
        return errorVerdict(each, context, judgeUnimplemented);
      case "resources":
      case "prompts":
        return offerVerdict(each, context);
      default:
        return behaviourVerdict(each, engine);
    }
  };
}
