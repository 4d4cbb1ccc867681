import { expandUri } from "@toolwright/runtime";
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import { type Outcome, toOutcome, toReadOutcome } from "../judge/outcome.ts";
import type { AccessTokenWish } from "../target/access-tokens.ts";
import type { OwnToken, Reservation, TokenPool } from "../target/tokens.ts";
import type { Authorization, McpClient } from "../wire/client.ts";
import { TargetUnreachable } from "./reachability.ts";
import { createSender, isOwn, type SentRequest } from "./sender.ts";
import { BudgetExhausted, type Spending } from "./spending.ts";

/** Calls tools of the target, within its declared rate unless the token is a case's own. */
export type Caller = ReturnType<typeof createCaller>;

/** The answer to a tool call. */
export interface AnsweredCall extends SentRequest {
  readonly outcome: Outcome;
}

export interface CallerOptions {
  readonly client: McpClient;
  readonly tokens: TokenPool;
  readonly cases: CaseFile;
  readonly refusalCode: string;
  /** The maximum number of requests, including those that `reserved` reports for cleaning up. */
  readonly budget: { readonly requests: number; reserved(): number };
  readonly spending: Spending;
  readonly signal: AbortSignal;
  readonly onCall: (call: CompletedCall) => void;
}

/** A tool call as it was sent, and what came back. */
export interface CompletedCall extends AnsweredCall {
  readonly tool: string;
  readonly input: Json | undefined;
  readonly credential: Credential | OwnToken;
}

export function createCaller({
  client,
  tokens,
  cases,
  refusalCode,
  budget,
  spending,
  signal,
  onCall,
}: CallerOptions) {
  const allScopes = { scopes: cases.scopes };
  let leases = 0;
  /** Calls under way that may make something, which another request will then have to end. */
  let making = 0;
  let writes = 0;
  const accepted = new Set<string>();
  const sender = createSender({ client, tokens, signal, lease });
  return {
    ...sender,
    call,
    /** A token for one case alone. */
    reserve: (holder: Reservation) => tokens.reserve(holder, signal),
    accessToken: (wish: AccessTokenWish) => tokens.accessToken(wish),
    /** Throws a PreconditionError if the account has no token with these scopes, and the hook makes none. */
    requireToken: (account?: string, scopes = cases.scopes) =>
      tokens.lease({ scopes, ...(account !== undefined && { account }) }, signal),
    /** The request and the answer of the first `initialize`. */
    initialization: client.initialization,
    /** The credential with every scope. */
    allScopes,
    sent,
    left,
    requireDraws: spending.require,
    /** The number of calls so far that may have changed data. */
    writes: () => writes,
    /** Whether the tool has accepted arguments of these names. */
    hasAccepted: (tool: string, input: Json) => accepted.has(nameArguments(tool, input)),
  };

  async function call(
    tool: string,
    input: Json | undefined,
    credential: Credential | OwnToken,
  ): Promise<AnsweredCall> {
    const uri = cases.resources?.[tool]?.uri;
    const params = { name: tool, ...(input !== undefined && { arguments: input }) };
    let takeBack = spending.draw(tool, input);
    const mayMake = cases.tools[tool]?.readOnly === false;
    if (mayMake) making++;
    writes += Number(mayMake);
    try {
      const requested = await (uri === undefined
        ? sender.request("tools/call", params, credential)
        : sender.request("resources/read", { uri: expandUri(uri, Object(input)) }, credential));
      const { answer } = requested.exchange;
      const outcome = uri ? toReadOutcome(answer, uri.includes("{")) : toOutcome(answer, refusalCode);
      const called = { ...requested, outcome };
      // Without an answer it is not known whether the call has drawn.
      if (outcome.is === "success" || outcome.is === "nothing") takeBack = () => undefined;
      if (outcome.is === "success") accepted.add(nameArguments(tool, input));
      onCall({ tool, input, credential, ...called });
      return called;
    } finally {
      takeBack();
      if (mayMake) making--;
    }
  }

  /** The number of requests so far. */
  function sent(): number {
    return leases + client.initializationRequests();
  }

  /** The number of requests that the budget has left, beside those for cleaning up. */
  function left(): number {
    return budget.requests - sent() - budget.reserved() - making;
  }

  async function lease(credential: Credential | OwnToken): Promise<Authorization> {
    signal.throwIfAborted();
    if (left() <= 0)
      throw new BudgetExhausted("left-out", `the budget of ${budget.requests} requests is used up`);
    const problem = sender.lost();
    if (problem !== undefined) throw new TargetUnreachable(problem);
    // Counted before waiting, since other requests lease at the same time and the budget is shared.
    leases++;
    if (isOwn(credential)) return credential.authorization;
    return tokens.lease(credential, signal).catch((error: unknown) => {
      leases--;
      throw error;
    });
  }
}

function nameArguments(tool: string, input: Json | undefined): string {
  return [tool, ...Object.keys(Object(input)).sort()].join(" ");
}
