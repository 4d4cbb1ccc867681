/** Sends the requests of a run, within the declared rate and the budget. */
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { type Outcome, outcomeOf } from "../judge/outcome.ts";
import type { Lease, TokenPool } from "../target/tokens.ts";
import { type Authorization, type Exchange, headersWith, type McpClient } from "../wire/client.ts";
import type { WireRequest } from "../wire/transport.ts";

/** A tool call and its outcome, or why it was not made. */
export type CallResult =
  | { readonly exchange: Exchange; readonly outcome: Outcome }
  | { readonly missing: string };

/** Calls tools of the target, within its declared rate. */
export interface Caller {
  call(tool: string, input: Json | undefined, credential: Credential): Promise<CallResult>;
  /** Sends any other request. */
  request(method: string, params: Json | undefined, credential: Credential): Promise<SendResult>;
  /** Sends a request that may be invalid. `make` gets the headers that a correct request has. */
  send(
    make: (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest,
    credential: Credential,
    within: "conversation" | "alone",
  ): Promise<SendResult>;
  /** The request and the answer of the first `initialize`. */
  readonly initialization: Exchange;
  /** The credential with every scope. */
  readonly allScopes: Credential;
  /** The number of requests so far. */
  readonly sent: () => number;
}

/** A request and its answer, or why it was not sent. */
export type SendResult = { readonly exchange: Exchange } | { readonly missing: string };

export interface CallerOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly cases: CaseFile;
  readonly refusalCode: string;
  /** The maximum number of requests, including those that `reserved` reports for cleaning up. */
  readonly budget: { readonly requests: number; reserved(): number };
  readonly signal: AbortSignal;
  readonly onCall: (tool: string, called: { exchange: Exchange; outcome: Outcome }) => void;
}

/** After this many answers with Retry-After a request is not repeated any more. */
const maxRetries = 5;
/** After this many requests in a row without an answer the target counts as unreachable. */
const maxUnanswered = 20;

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
  let unanswered = 0;
  return { call, request, send, initialization: client.initialization, allScopes, sent };

  async function call(tool: string, input: Json | undefined, credential: Credential): Promise<CallResult> {
    const params = { name: tool, ...(input !== undefined && { arguments: input }) };
    const requested = await request("tools/call", params, credential);
    if ("missing" in requested) return requested;
    const called = { ...requested, outcome: outcomeOf(requested.exchange.answer, refusalCode) };
    onCall(tool, called);
    return called;
  }

  function request(method: string, params: Json | undefined, credential: Credential): Promise<SendResult> {
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

  /** Repeats the request when the target answers with Retry-After. */
  async function withRetries(
    credential: Credential,
    exchangeWith: (authorization: Authorization) => Promise<Exchange>,
  ): Promise<SendResult> {
    for (let retries = 0; ; retries++) {
      const leased = await lease(credential);
      if ("missing" in leased) return leased;
      const exchange = countUnanswered(await exchangeWith(leased.authorization));
      const seconds = retryAfter(exchange);
      if (seconds === undefined || retries === maxRetries) return { exchange };
      tokens.backOff(leased.authorization, seconds);
    }
  }

  function countUnanswered(exchange: Exchange): Exchange {
    unanswered = exchange.answer.kind === "broken" ? unanswered + 1 : 0;
    return exchange;
  }

  function sent(): number {
    return leases + client.initializationRequests();
  }

  async function lease(credential: Credential): Promise<Lease> {
    signal.throwIfAborted();
    if (sent() + budget.reserved() >= budget.requests)
      throw new BudgetExhausted(`the budget of ${budget.requests} requests is used up`);
    if (unanswered >= maxUnanswered)
      throw new TargetUnreachable(`${unanswered} requests in a row had no answer`);
    // Counted before waiting, since other requests lease at the same time and the budget is shared.
    leases++;
    const leased = await tokens.lease(credential, signal);
    if ("missing" in leased) leases--;
    return leased;
  }
}

/** The seconds to wait if the target asked for that (RFC 9110, section 10.2.3). */
function retryAfter({ answer }: Exchange): number | undefined {
  if (answer.kind === "broken" || (answer.reply.status !== 429 && answer.reply.status !== 503))
    return undefined;
  const text = answer.reply.headers["retry-after"] ?? "1";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 300) : 1;
}
