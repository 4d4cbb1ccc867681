/** Notices that a target fails every call after one of them, by asking again what it answered before. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { AnsweredCall, CompletedCall } from "./completed-call.ts";
import { isOwn } from "./sender.ts";
import { BudgetExhausted } from "./spending.ts";

/** A call, with the times of its request and its answer. */
interface TimedCall extends CompletedCall {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** A target that answers no call since one of them. */
export interface Poisoning {
  /** The time of the first answer that failed, of `performance.now()`. */
  readonly since: number;
  /** The calls of which one did it, the most likely one first. */
  readonly suspects: readonly CompletedCall[];
  /** A call that succeeded before, or a method of MCP, and its answer now. */
  readonly probe: ProbeAnswer | { readonly method: string; readonly got: string };
}

interface ProbeAnswer {
  readonly tool: string;
  readonly input: Json;
  readonly got: string;
}

/** A call of a reading tool that succeeded. */
interface Probe extends Pick<CompletedCall, "tool" | "credential"> {
  readonly input: Json;
}

/** Makes a call that belongs to no case. */
export type SendProbe = (probe: Probe) => Promise<AnsweredCall>;

/** The number of calls in a row without a success after which the target is asked; then twice as many. */
const firstStreak = 10;
/** The number of tools that are asked. */
const mostProbes = 3;
/** The pause before the second question. */
const pauseMs = 1_000;
/** The number of answered calls that are kept to find the one that did it. */
const keptCalls = 12;
/** The length up to which arguments are compared with those of earlier calls. */
const comparedLength = 2_000;

export class Health {
  readonly #declared: ReadonlySet<string>;
  readonly #signal: AbortSignal;
  readonly #probes = new Map<string, Probe>();
  /** The calls that succeeded. */
  readonly #accepted = new Set<string>();
  /** The last calls before the streak and the first ones of it, in the order of their answers. */
  #recent: TimedCall[] = [];
  #streak: TimedCall[] = [];
  #suspicion = firstStreak;
  #isAsking = false;
  #poisoning: Poisoning | undefined;

  /** @param failures the codes with which a healthy target refuses calls */
  constructor(failures: readonly string[], signal: AbortSignal) {
    this.#declared = new Set(failures.filter((code) => code !== "internal"));
    this.#signal = signal;
  }

  get poisoning(): Poisoning | undefined {
    return this.#poisoning;
  }

  /** Called with every call. Asks the target what it answered before if no call succeeds any more. */
  async count(call: CompletedCall, isReading: boolean, send: SendProbe): Promise<void> {
    const endedAt = performance.now();
    const timed = { ...call, startedAt: endedAt - call.ms, endedAt };
    if (isLimited(call)) return;
    if (this.#isHealthy(call)) {
      this.#recent = [...this.#recent, ...this.#streak, timed].slice(-keptCalls);
      this.#streak = [];
      if (call.outcome.is === "success") this.#accepted.add(showCall(call));
      if (isReading) this.#keepProbe(call);
      return;
    }
    this.#streak.push(timed);
    if (this.#streak.length < this.#suspicion || this.#isAsking || this.#probes.size === 0) return;
    this.#isAsking = true;
    this.#suspicion *= 2;
    this.#poisoning ??= await this.#ask(send);
    this.#isAsking = false;
  }

  /** Keeps calls without arguments, since others may name what has ended in the meantime. */
  #keepProbe({ tool, input, credential, outcome }: CompletedCall): void {
    if (outcome.is !== "success" || isOwn(credential) || typeof credential !== "object") return;
    if (credential.account !== undefined || Object.keys(Object(input)).length > 0) return;
    if (this.#probes.size < mostProbes && !this.#probes.has(tool))
      this.#probes.set(tool, { tool, credential, input: input ?? {} });
  }

  /** Asks every probe twice. One that is answered shows that the target is healthy. */
  async #ask(send: SendProbe): Promise<Poisoning | undefined> {
    const calls = [...this.#recent, ...this.#streak];
    const healthy = this.#recent.length;
    let probe: ProbeAnswer | undefined;
    for (const pause of [0, pauseMs]) {
      await delay(pause, undefined, { signal: this.#signal });
      for (const { tool, input, credential } of this.#probes.values()) {
        const answered = await send({ tool, input, credential }).catch(ignoreLimits);
        if (answered === undefined || isLimited(answered) || this.#isHealthy(answered)) return undefined;
        probe = { tool, input, got: describeAnswer(answered.exchange.answer) };
      }
    }
    if (probe === undefined) return undefined;
    // Calls that were refused for their arguments do not belong to the failures: these have the answer of the probe.
    const isAlike = (call: TimedCall) => describeAnswer(call.exchange.answer) === probe.got;
    const at = calls.findIndex((call, index) => index >= healthy && isAlike(call));
    const first = calls[Math.max(at, healthy)]!;
    return { since: first.endedAt, suspects: this.#listSuspects(calls, first), probe };
  }

  /**
   * Lists the calls of which one poisoned the target: the last one that was answered before the first failure, those that were
   * under way then, and the one that failed first. That one comes first, unless the same call succeeded before.
   */
  #listSuspects(calls: readonly TimedCall[], first: TimedCall): CompletedCall[] {
    const before = calls.slice(0, calls.indexOf(first));
    const underWay = before.filter(({ endedAt }) => endedAt > first.startedAt);
    const last = before.filter(({ endedAt }) => endedAt <= first.startedAt).slice(-1);
    const others = [...underWay, ...last];
    return this.#accepted.has(showCall(first)) ? [...others, first] : [first, ...others];
  }

  /** Whether an answer is one that a healthy target gives: a success, or a refusal that the spec declares. */
  #isHealthy({ outcome }: AnsweredCall): boolean {
    if (outcome.is === "refusal") return outcome.code !== undefined && this.#declared.has(outcome.code);
    return outcome.is === "success" || outcome.is === "unauthorized" || outcome.is === "forbidden";
  }
}

function showCall({ tool, input }: CompletedCall): string {
  return `${tool} ${JSON.stringify(input)?.slice(0, comparedLength)}`;
}

function isLimited({ exchange: { answer } }: AnsweredCall): boolean {
  return answer.kind !== "broken" && (answer.reply.status === 429 || answer.reply.status === 503);
}

/** A question that cannot be sent says nothing about the target. */
function ignoreLimits(error: unknown): undefined {
  if (error instanceof BudgetExhausted || error instanceof PreconditionError) return undefined;
  throw error;
}
