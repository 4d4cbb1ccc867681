/** Decides when a target counts as lost, because it refuses connections or does not answer. */
import { setTimeout as delay } from "node:timers/promises";
import type { Exchange } from "../wire/client.ts";

/** After this many requests in a row without an answer the target counts as unreachable. */
const maxUnanswered = 20;
/** A target that refuses connections may be restarting. After these pauses it counts as lost. */
const reconnectAfterMs = [250, 750, 2_000];

/** The target has stopped answering. */
export class TargetUnreachable extends Error {
  override readonly name = "Unreachable";
}

export class Reachability {
  readonly #signal: AbortSignal;
  /** The number of requests in a row without an answer. */
  #unanswered = 0;
  #lost: string | undefined;
  #wasCut = false;

  /** @param signal ends the wait for another attempt */
  constructor(signal: AbortSignal) {
    this.#signal = signal;
  }

  /** The sentence that says why the target counts as lost; `undefined` while it answers. */
  get lost(): string | undefined {
    return this.#lost;
  }

  /** Whether a request had no complete answer, or could not be sent. */
  get wasCut(): boolean {
    return this.#wasCut;
  }

  /** Waits before the next attempt, or gives up: then cases send no more requests. */
  async reconnect(problem: string, attempts: number): Promise<void> {
    this.#wasCut = true;
    const pause = reconnectAfterMs[attempts];
    if (pause === undefined) this.#lost ??= problem;
    else await delay(pause, undefined, { signal: this.#signal });
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
    this.#lost ??= `${this.#unanswered} requests in a row had no answer, the last one because of: ${answer.broken.problem}`;
  }
}

type UnreachableExchange = Exchange & { readonly answer: Extract<Exchange["answer"], { kind: "broken" }> };

export function isUnreachable(exchange: Exchange): exchange is UnreachableExchange {
  return exchange.answer.kind === "broken" && exchange.answer.broken.unreachable === true;
}
