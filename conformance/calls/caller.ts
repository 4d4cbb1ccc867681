/** Sends the requests of a run, within the declared rate and the budget. */
import { setTimeout as delay } from "node:timers/promises";
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { type Outcome, outcomeOf } from "../judge/outcome.ts";
import type { Holder, Lease, OwnToken, Reservation, TokenPool } from "../target/tokens.ts";
import { type Authorization, type Exchange, headersWith, type McpClient } from "../wire/client.ts";
import type { WireRequest } from "../wire/transport.ts";

/** A tool call and its outcome, or why it was not made. */
export type CallResult = AnsweredCall | { readonly missing: string };

/** Calls tools of the target, within its declared rate unless the token is a case's own. */
export interface Caller {
  call(tool: string, input: Json | undefined, credential: Credential | OwnToken): Promise<CallResult>;
  /** Sends any other request. */
  request(method: string, params: Json | undefined, credential: Credential): Promise<SendResult>;
  /** Sends a request that may be invalid. `make` gets the headers that a correct request has. */
  send(
    make: (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest,
    credential: Credential,
    within: "conversation" | "alone",
  ): Promise<SendResult>;
  /** A token for one case alone. */
  reserve(holder: Reservation): ReturnType<TokenPool["reserve"]>;
  /** Whether there is a token of this holder, or the hook makes one. */
  hasToken(holder: Holder): Promise<boolean>;
  /** The request and the answer of the first `initialize`. */
  readonly initialization: Exchange;
  /** The credential with every scope. */
  readonly allScopes: Credential;
  /** The number of requests so far. */
  readonly sent: () => number;
  /** Resolves when every request that was sent has its answer, also if the run was interrupted meanwhile. */
  settled(): Promise<void>;
  /** Why the target counts as lost, as a sentence; `undefined` while it answers. */
  readonly lost: () => string | undefined;
}

/** A request, its answer and how long that took, or why it was not sent. */
export type SendResult = { readonly exchange: Exchange; readonly ms: number } | { readonly missing: string };

/** The answer to a tool call. */
export interface AnsweredCall {
  readonly exchange: Exchange;
  readonly outcome: Outcome;
  readonly ms: number;
}

export interface CallerOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly cases: CaseFile;
  readonly refusalCode: string;
  /** The maximum number of requests, including those that `reserved` reports for cleaning up. */
  readonly budget: { readonly requests: number; reserved(): number };
  readonly signal: AbortSignal;
  readonly onCall: (call: CompletedCall) => void;
}

/** A tool call as it was sent, and what came back. */
export interface CompletedCall extends AnsweredCall {
  readonly tool: string;
  readonly input: Json | undefined;
  readonly credential: Credential | OwnToken;
}

/** After this many answers with Retry-After a request is not repeated any more. */
const maxRetries = 5;
/** After this many requests in a row without an answer the target counts as unreachable. */
const maxUnanswered = 20;
/** A target that refuses connections may be starting again; after these pauses it counts as lost. */
const reconnectAfterMs = [250, 750, 2_000];

/** The target has stopped answering. */
export class TargetUnreachable extends Error {
  override readonly name = "Unreachable";
}

/** The run has used its budget of requests. */
export class BudgetExhausted extends Error {
  override readonly name = "Exhausted";
}

export function createCaller({
  client,
  tokens,
  cases,
  refusalCode,
  budget,
  signal,
  onCall,
}: CallerOptions): Caller {
  const allScopes = { scopes: cases.scopes };
  let leases = 0;
  /** Calls under way that may make something, which another request will then have to end. */
  let making = 0;
  let unanswered = 0;
  let lost: string | undefined;
  const pending = new Set<Promise<unknown>>();
  return {
    call,
    request,
    send,
    reserve: (holder) => tokens.reserve(holder, signal),
    hasToken: async ({ scopes, account }) =>
      !("missing" in (await tokens.lease({ scopes, ...(account !== undefined && { account }) }, signal))),
    initialization: client.initialization,
    allScopes,
    sent,
    settled,
    lost: () => lost,
  };

  async function call(
    tool: string,
    input: Json | undefined,
    credential: Credential | OwnToken,
  ): Promise<CallResult> {
    const params = { name: tool, ...(input !== undefined && { arguments: input }) };
    const mayMake = cases.tools[tool]?.readOnly === false;
    if (mayMake) making++;
    try {
      const requested = await request("tools/call", params, credential);
      if ("missing" in requested) return requested;
      const called = { ...requested, outcome: outcomeOf(requested.exchange.answer, refusalCode) };
      onCall({ tool, input, credential, ...called });
      return called;
    } finally {
      if (mayMake) making--;
    }
  }

  async function settled(): Promise<void> {
    while (pending.size > 0) await Promise.allSettled(pending);
    // Those that wait for the answers go first.
    await delay(0);
  }

  function tracked<T>(exchange: Promise<T>): Promise<T> {
    pending.add(exchange);
    return exchange.finally(() => pending.delete(exchange));
  }

  function request(
    method: string,
    params: Json | undefined,
    credential: Credential | OwnToken,
  ): Promise<SendResult> {
    return withRetries(credential, (authorization) => client.request(method, params, authorization));
  }

  function send(...[make, credential, within]: Parameters<Caller["send"]>): Promise<SendResult> {
    const made = (headers: Readonly<Record<string, string>>) => make(headers, client.nextId);
    return withRetries(credential, (authorization) =>
      within === "alone"
        ? client.send(made(headersWith(authorization)))
        : client.sendInSession(made, authorization),
    );
  }

  /** Repeats the request when the target answers with Retry-After, unless the case itself wants to see that. */
  async function withRetries(
    credential: Credential | OwnToken,
    exchangeWith: (authorization: Authorization) => Promise<Exchange>,
  ): Promise<SendResult> {
    for (let retries = 0, connects = 0; ; ) {
      const leased = await lease(credential);
      if ("missing" in leased) return leased;
      const startedAt = performance.now();
      const exchange = await tracked(exchangeWith(leased.authorization));
      const ms = performance.now() - startedAt;
      if (isUnreachable(exchange)) {
        await reconnect(exchange.answer.broken.problem, connects++);
        continue;
      }
      countUnanswered(exchange);
      const seconds = retryAfter(exchange);
      if (seconds === undefined || retries++ === maxRetries || isOwn(credential)) return { exchange, ms };
      tokens.backOff(leased.authorization, seconds);
    }
  }

  /** Waits before the next attempt, or gives up: then no case sends anything any more. */
  async function reconnect(problem: string, attempts: number): Promise<void> {
    const pause = reconnectAfterMs[attempts];
    if (pause === undefined) lost ??= problem;
    else await delay(pause, undefined, { signal });
  }

  function countUnanswered({ answer }: Exchange): void {
    unanswered = answer.kind === "broken" ? unanswered + 1 : 0;
    if (answer.kind === "broken" && unanswered >= maxUnanswered)
      lost ??= `${unanswered} requests in a row had no answer, the last one because of: ${answer.broken.problem}`;
  }

  function sent(): number {
    return leases + client.initializationRequests();
  }

  async function lease(credential: Credential | OwnToken): Promise<Lease> {
    signal.throwIfAborted();
    if (sent() + budget.reserved() + making >= budget.requests)
      throw new BudgetExhausted(`the budget of ${budget.requests} requests is used up`);
    if (lost !== undefined) throw new TargetUnreachable(lost);
    // Counted before waiting, since other requests lease at the same time and the budget is shared.
    leases++;
    const leased = isOwn(credential) ? credential : await tokens.lease(credential, signal);
    if ("missing" in leased) leases--;
    return leased;
  }
}

function isOwn(credential: Credential | OwnToken): credential is OwnToken {
  return typeof credential === "object" && "authorization" in credential;
}

type UnreachableExchange = Exchange & { readonly answer: Extract<Exchange["answer"], { kind: "broken" }> };

function isUnreachable(exchange: Exchange): exchange is UnreachableExchange {
  return exchange.answer.kind === "broken" && exchange.answer.broken.unreachable === true;
}

/** The seconds to wait if the target asked for that (RFC 9110, section 10.2.3). */
function retryAfter({ answer }: Exchange): number | undefined {
  if (answer.kind === "broken" || (answer.reply.status !== 429 && answer.reply.status !== 503))
    return undefined;
  const text = answer.reply.headers["retry-after"] ?? "1";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 300) : 1;
}
