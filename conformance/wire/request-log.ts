/** Finds the request that ended a target, by sending the last ones again, each alone to a target that was just started. */
import { connect, type McpClient } from "./client.ts";
import { type Broken, isBroken, type Reply } from "./reply.ts";
import type { Transport, WireRequest } from "./transport.ts";

/** A request after which the target ended. */
export interface EndingRequest {
  readonly request: WireRequest;
  /** The case that sent it; undefined: it belongs to no case. */
  readonly by: string | undefined;
  /** How the target ended when it got this request alone. */
  readonly problem: string;
}

type SentRequest = Pick<EndingRequest, "request" | "by">;

/** The most requests that are sent again. Calls that run at once end with the target, too. */
const mostSuspects = 8;

/** A transport that keeps the last requests, until the target can be reached no more. */
export class RequestLog implements Transport {
  readonly to: string;
  readonly kind: Transport["kind"];
  readonly headerNames: readonly string[];
  readonly #transport: Transport;
  readonly #findCase: () => string | undefined;
  #last: SentRequest[] = [];
  #hasEnded = false;

  /** @param findCase returns the id of the case that is running */
  constructor(transport: Transport, findCase: () => string | undefined) {
    const { to, kind, headerNames = [] } = transport;
    this.to = to;
    this.kind = kind;
    this.headerNames = headerNames;
    this.#transport = transport;
    this.#findCase = findCase;
  }

  async send(request: WireRequest): Promise<Reply | Broken> {
    if (!this.#hasEnded) this.#last = [...this.#last, { request, by: this.#findCase() }].slice(-mostSuspects);
    const reply = await this.#transport.send(request);
    if (isBroken(reply) && reply.unreachable === true) this.#hasEnded = true;
    return reply;
  }

  close(): void {
    this.#transport.close();
  }

  /** Undefined if no request ends the target by itself, or the target cannot be started again. The last request is tried first. */
  async findEnding(version: string): Promise<EndingRequest | undefined> {
    for (const sent of this.#last.toReversed()) {
      const problem = await this.#endsAlone(sent.request, version);
      if (problem !== undefined) return { ...sent, problem };
    }
    return undefined;
  }

  async #endsAlone(request: WireRequest, version: string): Promise<string | undefined> {
    const alone = this.#transport.startAgain?.();
    if (alone === undefined) return undefined;
    try {
      const client = await connect(alone, version, undefined);
      if (!isOpen(client)) return undefined;
      await client.send(request);
      const { answer } = await client.request("ping", undefined, undefined);
      return answer.kind === "broken" && answer.broken.unreachable === true
        ? answer.broken.problem
        : undefined;
    } finally {
      alone.close();
    }
  }
}

function isOpen({ initialization, isModern }: McpClient): boolean {
  return isModern || initialization.answer.kind === "result";
}
