import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { type Outcome, outcomeOf } from "../judge/outcome.ts";
import type { Lease, TokenPool } from "../target/tokens.ts";
import { type Authorization, type Exchange, headersWith, type McpClient } from "../wire/client.ts";
import type { WireRequest } from "../wire/transport.ts";

/** A tool call that was made, or why it was not. */
export type CallResult =
  | { readonly exchange: Exchange; readonly outcome: Outcome }
  | { readonly missing: string };

/** Calls tools of the target, in time with its rate. */
export interface Caller {
  call(tool: string, input: Json | undefined, credential: Credential): Promise<CallResult>;
  /** Any other request. */
  request(method: string, params: Json | undefined, credential: Credential): Promise<SendResult>;
  /** What need not be a right request: made from the headers of a right one, and sent once. */
  send(
    make: (headers: Readonly<Record<string, string>>, nextId: () => number) => WireRequest,
    credential: Credential,
    within: "conversation" | "alone",
  ): Promise<SendResult>;
  /** How the target answered the first `initialize`. */
  readonly initialization: Exchange;
  /** With a token of every scope. */
  readonly allScopes: Credential;
  /** What the requests so far were, in number. */
  readonly sent: () => number;
}

/** What came of a request, or why it was not sent. */
export type SendResult = { readonly exchange: Exchange } | { readonly missing: string };

export interface CallerOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly cases: CaseFile;
  readonly refusalCode: string;
  /** No more requests than so many; what is made on the target and has to be put away counts as well. */
  readonly budget: { readonly requests: number; reserved(): number };
  readonly signal: AbortSignal;
  readonly onCall: (tool: string, called: { exchange: Exchange; outcome: Outcome }) => void;
}

/** A request is given up when it was told to wait so many times. */
const maxRetries = 5;
/** So many requests in a row without any answer, and the target is not asked any more. */
const maxUnanswered = 20;

/** The target does not answer at all any more. */
export class TargetUnreachable extends Error {
  override readonly name = "Unreachable";
}

/** The run has sent as much as it may. */
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

  /** Once more after a while, where the target asks for that. */
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
      throw new TargetUnreachable(`${unanswered} requests in a row were not answered`);
    // Others lease in the meantime: what is promised to one is not there for them.
    leases++;
    const leased = await tokens.lease(credential, signal);
    if ("missing" in leased) leases--;
    return leased;
  }
}

/** Seconds to wait, if the target asked for that (RFC 9110, section 10.2.3). */
function retryAfter({ answer }: Exchange): number | undefined {
  if (answer.kind === "broken" || (answer.reply.status !== 429 && answer.reply.status !== 503))
    return undefined;
  const text = answer.reply.headers["retry-after"] ?? "1";
  const seconds = /^\d+$/.test(text) ? Number(text) : (Date.parse(text) - Date.now()) / 1000;
  return Number.isFinite(seconds) ? Math.min(Math.max(seconds, 0.1), 300) : 1;
}
