/** Runs the planned cases in phases. */
import { isAnswersCase } from "../answers/answers-case.ts";
import type { Comparison } from "../answers/comparison.ts";
import type { Engine } from "../behaviour/engine.ts";
import type { Context } from "../calls/context.ts";
import { TargetUnreachable } from "../calls/reachability.ts";
import { BudgetExhausted } from "../calls/spending.ts";
import { runCase } from "../calls/transcript.ts";
import type { AuthorizationCase, CaseFile, InputCase } from "../cases/format.ts";
import { isCheck } from "../checks/check-case.ts";
import { Suspected } from "../engine/decision.ts";
import { behaviourVerdict, isBehaviour, planBehaviour } from "../kinds/behaviour.ts";
import { isOwnLawCase, ownLawVerdict } from "../laws/own/own-law-case.ts";
import { Postponed } from "../results/postponed.ts";
import { type Result, type Unverified, unasked, unverified, type Verdict } from "../results/verdict.ts";
import { runAuthorization } from "./authorization-phase.ts";
import { undecidedVerdict, untilAborted } from "./cut-short.ts";
import { type Decide, makeDecider } from "./decider.ts";
import { NextPeriod } from "./next-period.ts";
import type { OpenTarget } from "./open-target.ts";
import { inParallel, shuffle } from "./order.ts";
import { countRequests, type Plan } from "./plan.ts";
import { type Runnable, toSubject } from "./runnable.ts";

/** A case that needs more requests shares them with no other. */
const mostShared = 2;

export const overBudget = unverified("left-out", "more requests than the limit allows");

export interface RunOptions {
  readonly opened: Pick<OpenTarget, "context" | "engine" | "ready">;
  readonly plan: Plan;
  readonly seed: number;
  readonly parallel: number;
  readonly signal: AbortSignal;
  /** Tool -> the verdict on its cases that the run leaves out. */
  readonly leftOut: ReadonlyMap<string, Unverified>;
  /** Absent if the answers are not compared with those of earlier runs. */
  readonly comparison?: Comparison | undefined;
  onResult(result: Result): void;
}

/**
 * Runs the cases in phases: opening (protocol and manifest), authorization, behaviour, calls in an order that the seed decides, hostile
 * arguments, cases that need a quiet target, and at the end the properties of all calls and the cases that move the clock by days. If
 * the signal aborts, the remaining cases are reported as interrupted.
 */
export async function run(options: RunOptions): Promise<void> {
  await new Phases(options).run();
}

/** How often a case is decided in full, each time after the run has ended what it made. */
const mostAttempts = 2;

class Phases {
  readonly #options: RunOptions;
  readonly #context: Context;
  readonly #decide: Decide;
  readonly #nextPeriod: NextPeriod;

  constructor(options: RunOptions) {
    const { context, engine } = options.opened;
    this.#options = options;
    this.#context = context;
    this.#nextPeriod = new NextPeriod(context.cases.behaviour ?? {}, engine.hooks);
    this.#decide = makeDecider(context, engine, {
      together: this.#isLimited ? listRefused(options.plan) : [],
      comparison: options.comparison,
    });
  }

  async run(): Promise<void> {
    const { cases, standby } = this.#options.plan;
    const phases = Object.groupBy(cases, (each) => findPhase(each, this.#context.cases));
    await this.#runAll(phases.opening ?? []);
    await this.#untilReady();
    await this.#runAuthorization((phases.authorization ?? []) as AuthorizationCase[]);
    await this.#oneByOne(phases.alone ?? []);
    await this.#runAll(this.#inOrderOfRun(phases.any ?? []));
    await this.#runAll(this.#inOrderOfRun(phases.calls ?? []));
    await this.#oneByOne(phases.hostile ?? []);
    await this.#oneByOne(phases.quiet ?? []);
    await this.#oneByOne(standby);
    for (const each of [...(phases.end ?? []), ...(phases.last ?? [])])
      this.#report(each, await this.#watchedVerdict(each));
  }

  /** Whether requests may run out. */
  get #isLimited(): boolean {
    return this.#options.plan.standby.length > 0;
  }

  async #untilReady(): Promise<void> {
    await this.#options.opened.ready.catch((error: unknown) => {
      // Then no case can send requests, and each of their verdicts says so.
      const isOver = error instanceof TargetUnreachable || error instanceof BudgetExhausted;
      if (!this.#options.signal.aborted && !isOver) throw error;
    });
  }

  #runAuthorization(selected: readonly AuthorizationCase[]): Promise<void> {
    return runAuthorization(selected, {
      engine: this.#options.opened.engine,
      signal: this.#options.signal,
      runAll: (cases, onVerdict) => this.#runAll(cases, onVerdict),
      judge: (each) => this.#judge(each),
      report: (each, verdict) => this.#report(each, verdict),
    });
  }

  /** Returns the order of cases: if requests may run out, the most informative first, else a random order. */
  #inOrderOfRun(selected: readonly Runnable[]): readonly Runnable[] {
    return this.#isLimited ? selected : shuffle(selected, this.#options.seed);
  }

  #oneByOne(selected: readonly Runnable[]): Promise<void> {
    return inParallel(selected, 1, async (each) => this.#report(each, await this.#judge(each)));
  }

  /** Decides a property of all calls. In an interrupted run, an unobserved property counts as interrupted. */
  async #watchedVerdict(each: Runnable): Promise<Verdict> {
    const { signal, opened } = this.#options;
    const { room } = opened.engine;
    const decided = this.#withRoom((decide) => room.during(() => runCase(each.id, () => decide(each))));
    const verdict = await decided.catch((error: unknown) => undecidedVerdict(error, signal));
    return signal.aborted && verdict.status === "unverified" ? undecidedVerdict(undefined, signal) : verdict;
  }

  /**
   * Runs cases at once. Where an account has no room for what some of them make, the others come to their end, and those are decided
   * alone. As many cases as that have too little room: after that, half as many run at once.
   */
  async #runAll(
    selected: readonly Runnable[],
    onVerdict: (each: Runnable, verdict: Verdict) => void = () => undefined,
  ): Promise<void> {
    const report = async (each: Runnable, judged: Promise<Verdict>) => {
      const verdict = await judged;
      onVerdict(each, verdict);
      this.#report(each, verdict);
    };
    let { parallel } = this.#options;
    let rest = selected;
    const suspected: (readonly [Runnable, Suspected])[] = [];
    while (rest.length > 0) {
      const full: Runnable[] = [];
      const later: Runnable[] = [];
      await inParallel(rest, parallel, async (each) => {
        if (full.length > 0) return void later.push(each);
        await report(each, this.#decideOrThrow(each, this.#decide)).catch((error: unknown) => {
          if (error instanceof Suspected) suspected.push([each, error]);
          else if (error instanceof Postponed) full.push(each);
          else throw error;
        });
      });
      if (full.length > 0) await this.#makeRoom();
      for (const each of full) await report(each, this.#judge(each));
      rest = later;
      parallel = Math.ceil(parallel / 2);
    }
    for (const [each, error] of suspected) await report(each, this.#judge(each, error));
  }

  /** Decides a case while no other one runs, or goes on with its suspicion. */
  async #judge(each: Runnable, suspected?: Suspected): Promise<Verdict> {
    try {
      return await this.#withRoom((decide) => this.#decideOrThrow(each, suspected?.goOn ?? decide));
    } catch (error) {
      if (error instanceof Suspected) return this.#judge(each, error);
      return undecidedVerdict(error, this.#options.signal);
    }
  }

  /**
   * Decides a case. Where an account has no room for what it makes, the run ends all that it made and decides it again, at last with as few
   * things as if requests were limited.
   */
  async #withRoom(judge: (decide: Decide) => Promise<Verdict>): Promise<Verdict> {
    for (let attempt = 1; attempt <= mostAttempts; attempt += 1) {
      try {
        return await judge(this.#decide);
      } catch (error) {
        if (!(error instanceof Postponed)) throw error;
        await this.#makeRoom();
      }
    }
    // Its caches are empty, and nothing uses them later.
    const brief: Engine = { ...this.#options.opened.engine, isBrief: true };
    return judge((each) => {
      if (isOwnLawCase(each)) return ownLawVerdict(each, brief);
      return isBehaviour(each) ? behaviourVerdict(each, brief) : this.#decide(each);
    });
  }

  #makeRoom(): Promise<void> {
    const { opened, signal } = this.#options;
    // An interrupted run ends in any case what it has made.
    const make = async () => {
      await opened.engine.room.make();
      await this.#nextPeriod.begin();
    };
    return untilAborted(make, signal).catch(() => undefined);
  }

  /** Decides a case. Throws a Postponed if an account has no room for what it makes, or nothing left of a quota. */
  async #decideOrThrow(each: Runnable, decide: Decide): Promise<Verdict> {
    const { plan, signal } = this.#options;
    const { caller, cases } = this.#context;
    // One with few requests of its own may share those of others, and need none.
    const cost = countRequests(each, cases, true);
    if (plan.standby.includes(each) && cost > mostShared && cost > caller.countLeft()) return overBudget;
    try {
      return await untilAborted(() => this.#decideWhileThere(each, decide), signal);
    } catch (error) {
      if ((error instanceof Postponed || error instanceof Suspected) && !signal.aborted) throw error;
      return this.#nextPeriod.require(undecidedVerdict(error, signal));
    }
  }

  /** Decides a case. If a call was cut off, checks that the target still runs: otherwise the call proves nothing. */
  async #decideWhileThere(each: Runnable, decide: Decide): Promise<Verdict> {
    const { caller } = this.#context;
    const { room } = this.#options.opened.engine;
    const verdict = await room.during(() => runCase(each.id, () => decide(each)));
    if (verdict.status === "failed" && caller.wasCut()) await caller.confirm(caller.allScopes);
    return this.#nextPeriod.require(verdict);
  }

  #report(each: Runnable, verdict: Verdict): void {
    this.#options.onResult({ subject: toSubject(each), verdict: this.#withReason(each, verdict) });
  }

  /** Adds the reason to the verdict on a property of calls that this run leaves out. */
  #withReason(each: Runnable, verdict: Verdict): Verdict {
    const { plan, leftOut } = this.#options;
    const isOfCalls = "watch" in each || "unchanged" in each || isAnswersCase(each);
    if (!isOfCalls || verdict.status !== "unverified" || verdict.cause !== "unobserved") return verdict;
    return plan.unselected.length > 0 ? unasked : (leftOut.get(each.tool) ?? verdict);
  }
}

type Phase = "opening" | "authorization" | "alone" | "any" | "calls" | "hostile" | "quiet" | "end" | "last";

function findPhase(each: Runnable, cases: CaseFile): Phase {
  if (isBehaviour(each)) return planBehaviour(each, cases).when;
  if (isOwnLawCase(each)) return "any";
  if ("watch" in each) return "end";
  if (isAnswersCase(each)) return "last";
  // It moves the clock by the life of a token, which may be days.
  if ("expires" in each) return "end";
  if (each.kind === "authorization") return "authorization";
  // A server that takes seconds for hostile arguments answers other calls late meanwhile.
  if (each.kind === "errors") return "hostile";
  return each.kind === "manifest" || isCheck(each) ? "opening" : "calls";
}

/** Lists the cases of arguments that must be refused, the most valuable first. */
function listRefused({ cases, standby }: Plan): InputCase[] {
  const inputs = [...cases, ...standby].filter((each): each is InputCase => each.kind === "input");
  return inputs.filter((each) => each.expect === "refused");
}
