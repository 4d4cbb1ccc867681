/** Decides when a target counts as lost, because it refuses connections or does not answer. */
import { setTimeout as delay } from "node:timers/promises";
import type { Exchange } from "../wire/client.ts";
import type { Broken } from "../wire/reply.ts";

/** After this many requests in a row without an answer the target counts as unreachable. */
const maxUnanswered = 20;
/** A target that refuses connections may be restarting. After these pauses it counts as lost. */
const reconnectAfterMs = [250, 750, 2_000];

/** Why a target counts as lost. */
export interface Loss {
  /** The reason, as a sentence. */
  readonly problem: string;
  /** `large`: it sent more than the suite reads; `poisoned`: it answers, but fails every call since one of them. */
  readonly cause: "unreachable" | "large" | "poisoned";
}

/** The target has stopped answering. */
export class TargetUnreachable extends Error {
  override readonly name = "Unreachable";
  readonly why: Loss["cause"];

  constructor({ problem, cause }: Loss) {
    super(problem);
    this.why = cause;
  }
}

export class Reachability {
  readonly #signal: AbortSignal;
  /** The number of requests in a row without an answer. */
  #unanswered = 0;
  #loss: Loss | undefined;
  #wasCut = false;

  /** @param signal ends the wait for another attempt */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** Why the target counts as lost; `undefined` while it answers. */
  get loss(): Loss | undefined {
    return this.#loss;
  }

  /** Whether a request had no complete answer, or could not be sent. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Waits before the next attempt, or gives up: then cases send no more requests. */
  async reconnect({ problem, tooLarge }: Broken, attempts: number): Promise<void> {
    this.#wasCut = true;
    const pause = reconnectAfterMs[attempts];
    if (pause === undefined) this.#loss ??= { problem, cause: tooLarge ? "large" : "unreachable" };
    else await delay(pause, undefined, { signal: this.#signal });
  }

  /** Gives up: cases send no more requests. The first reason stays. */
  lose(loss: Loss): void {
    this.#loss ??= loss;
  }

  /** Called with every exchange with a target that accepts connections. */
  count({ answer }: Exchange): void {
    if (answer.kind !== "broken") {
      this.#unanswered = 0;
      return;
    }
    this.#wasCut = true;
    this.#unanswered++;
    if (this.#unanswered < maxUnanswered) return;
    const problem = `${this.#unanswered} requests in a row had no answer, the last one because of: ${answer.broken.problem}`;
    this.#loss ??= { problem, cause: "unreachable" };
  }
}

type UnreachableExchange = Exchange & { readonly answer: Extract<Exchange["answer"], { kind: "broken" }> };

export function isUnreachable(exchange: Exchange): exchange is UnreachableExchange {
  return exchange.answer.kind === "broken" && exchange.answer.broken.unreachable === true;
}
