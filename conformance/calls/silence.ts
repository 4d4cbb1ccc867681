/** Notices that a target answers nothing since one of the calls, not even a ping. */
import { PreconditionError } from "../results/precondition-error.ts";
import { describeAnswer } from "../wire/answer.ts";
import type { Exchange } from "../wire/client.ts";
import type { CompletedCall } from "./completed-call.ts";
import type { Poisoning } from "./health.ts";
import { TargetUnreachable } from "./reachability.ts";
import { BudgetExhausted } from "./spending.ts";

/** A call without an answer, with the times of its request and of the end of the wait. */
interface UnansweredCall extends CompletedCall {
  readonly startedAt: number;
  readonly endedAt: number;
}

/** Sends a ping that belongs to no case. */
export type SendPing = () => Promise<Exchange>;

/** The number of pings without an answer after which the target counts as silent. One alone may meet a long answer. */
const pings = 2;

export class Silence {
  /** The calls without an answer since the last answer. */
  #unanswered: UnansweredCall[] = [];
  /** The number of answers. */
  #answers = 0;
  #isAsking = false;
  #poisoning: Poisoning | undefined;

  /** The call after which the target answers nothing; `undefined` while it answers. */
  get poisoning(): Poisoning | undefined {
    return this.#poisoning;
  }

  /** The calls that have no answer since the last answer, in the order of their requests. */
  listUnanswered(): readonly CompletedCall[] {
    return this.#unanswered.toSorted((a, b) => a.startedAt - b.startedAt);
  }

  /** Called with every call. Asks a target that did not answer whether it answers a ping. */
  async count(call: CompletedCall, ping: SendPing): Promise<void> {
    if (call.exchange.answer.kind !== "broken") {
      this.#answers++;
      this.#unanswered = [];
      return;
    }
    const endedAt = performance.now();
    this.#unanswered.push({ ...call, startedAt: endedAt - call.ms, endedAt });
    if (this.#isAsking || this.#poisoning !== undefined) return;
    this.#isAsking = true;
    this.#poisoning = await this.#ask(ping);
    this.#isAsking = false;
  }

  async #ask(ping: SendPing): Promise<Poisoning | undefined> {
    const answers = this.#answers;
    let got = "";
    for (let asked = 0; asked < pings; asked++) {
      const exchange = await ping().catch(ignoreLimits);
      if (exchange?.answer.kind !== "broken" || this.#answers > answers) return undefined;
      got = describeAnswer(exchange.answer);
    }
    const [first, ...others] = this.listUnanswered() as UnansweredCall[];
    // A later call has no answer because of one that was under way when the first one was given up.
    const suspects = [first!, ...others.filter(({ startedAt }) => startedAt < first!.endedAt)];
    return { since: first!.endedAt, suspects, probe: { method: "ping", got } };
  }
}

/** A ping that cannot be sent says nothing about the target. */
function ignoreLimits(error: unknown): undefined {
  const isLimit =
    error instanceof BudgetExhausted ||
    error instanceof PreconditionError ||
    error instanceof TargetUnreachable;
  if (isLimit) return undefined;
  throw error;
}
