import { expandUri } from "@toolwright/runtime";
import type { Behaviour } from "../cases/behaviour.ts";
import type { Json } from "../cases/edits.ts";
import type { CaseFile, Credential } from "../cases/format.ts";
import {
  builtInCodes,
  type OwnCodes,
  renameOwnCode,
  toOutcome,
  toReadOutcome,
  withCodeOfSpec,
  withCodeOfText,
  withCodesOfErrors,
  withErrorsAsRefusals,
  withTextAsOutput,
} from "../judge/outcome.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import type { AccessTokenWish } from "../target/access-tokens.ts";
import type { ExpiringToken, OwnToken, Reservation } from "../target/tokens.ts";
import type { Authorization, Exchange } from "../wire/client.ts";
import { requireAttempt } from "./attempts.ts";
import { CapReached, findReachedCap } from "./cap-reached.ts";
import type { AnsweredCall, CompletedCall } from "./completed-call.ts";
import { Health, type Poisoning } from "./health.ts";
import { TargetUnreachable } from "./reachability.ts";
import { isOwn, Sender, type SenderOptions } from "./sender.ts";
import { Silence } from "./silence.ts";
import { BudgetExhausted, type Spending } from "./spending.ts";
import { findRunningCase } from "./transcript.ts";
import { UsedUpRates } from "./used-up-rates.ts";

export interface CallerOptions extends SenderOptions {
  readonly cases: CaseFile;
  /** The place of the code in a refusal, a JSON Pointer into the tool result. */
  readonly refusalCode: string;
  /** The target's own names of codes that every tool may refuse with. */
  readonly ownCodes: OwnCodes;
  /** Whether a JSON-RPC error can be a refusal by a tool: the target has no codes. */
  readonly errorsRefuse: boolean;
  /** Tools that the run never calls. */
  readonly exclude: readonly string[];
  readonly budget: {
    /** The maximum number of requests, when so many were sent; includes the requests for cleaning up, which `reserved` counts. */
    requestsAfter(sent: number): number;
    reserved(): number;
  };
  readonly spending: Spending;
  /** Called with every call. */
  readonly onCall: (call: CompletedCall) => void;
}

/** Calls tools of the target. Stays within its declared rate, except with a reserved token of a case. */
export class Caller extends Sender {
  /** The credential with every scope. */
  readonly allScopes: { readonly scopes: readonly string[] };
  readonly #options: CallerOptions;
  /** The number of requests, including those that wait for a token. */
  #leases = 0;
  /** Case -> the number of its requests. */
  readonly #leasesOf = new Map<string, number>();
  /** The number of running calls that may create an instance, which another request then has to end. */
  #making = 0;
  #writes = 0;
  /** Tool and argument names of each call that succeeded. */
  readonly #accepted = new Set<string>();
  readonly #health: Health;
  readonly #silence = new Silence();
  /** How often the run used up the rates of the spec. */
  readonly usedUpRates: UsedUpRates;

  constructor(options: CallerOptions) {
    super(options);
    this.#options = options;
    this.allScopes = { scopes: options.cases.scopes };
    this.usedUpRates = new UsedUpRates(readLimits(options.cases));
    this.#health = new Health([...Object.keys(options.cases.failures), ...builtInCodes], options.signal);
  }

  /** The request and the answer of the first `initialize`. */
  get initialization(): Exchange {
    return this.#options.client.initialization;
  }

  /** Whether the target has no handshake, and serves MCP 2026-07-28. */
  get isModern(): boolean {
    return this.#options.client.isModern;
  }

  /** The number of requests so far. */
  countSent(): number {
    return this.#leases + this.#options.client.initializationRequests();
  }

  /** The number of requests of each case, with those that prepare it. */
  countByCase(): ReadonlyMap<string, number> {
    return this.#leasesOf;
  }

  /** The number of requests that the budget has left, without those for cleaning up. */
  countLeft(): number {
    const { budget } = this.#options;
    const sent = this.countSent();
    return budget.requestsAfter(sent) - sent - budget.reserved() - this.#making;
  }

  /** Why the target answers no call any more although it can be reached; `undefined` while it answers. */
  poisoning(): Poisoning | undefined {
    return this.#silence.poisoning ?? this.#health.poisoning;
  }

  /** Lists the calls that have no answer since the last answer. */
  listUnanswered(): readonly CompletedCall[] {
    return this.#silence.listUnanswered();
  }

  /** The number of calls so far that may have changed data. */
  writes(): number {
    return this.#writes;
  }

  /** Whether the tool has accepted arguments with these names. */
  hasAccepted(tool: string, input: Json): boolean {
    return this.#accepted.has(nameArguments(tool, input));
  }

  /** Throws a BudgetExhausted if the run may not draw this often from a quota. */
  requireDraws(quota: string, draws: number): void {
    this.#options.spending.requireRoom(quota, draws);
  }

  /** Throws a BudgetExhausted if the run may not spend any of this money. */
  requireMoney(money: string): void {
    this.#options.spending.requireAny(money);
  }

  /** Whether the run may call a tool. */
  isCallable(tool: string): boolean {
    return !this.#options.exclude.includes(tool);
  }

  /** Throws a PreconditionError if the run never calls the tool. */
  requireCallable(tool: string): void {
    if (!this.isCallable(tool))
      throw new PreconditionError("excluded", `the case needs a call of ${tool}, which is excluded`);
  }

  /** Reserves a token for one case. */
  reserve(holder: Reservation): Promise<OwnToken> {
    return this.#options.tokens.reserve(holder, this.#options.signal);
  }

  /** Reserves a token that ends by itself, in `expiresIn` seconds; `undefined` if no hook mint makes such tokens. */
  reserveExpiring(): Promise<ExpiringToken | undefined> {
    return this.#options.tokens.reserveExpiring();
  }

  /** Returns an OAuth access token. Throws a PreconditionError if there is none. */
  accessToken(wish: AccessTokenWish): Promise<string> {
    return this.#options.tokens.accessToken(wish);
  }

  /** Whether the target has a token of the account with every scope. */
  hasToken(account: string): boolean {
    return this.#options.tokens.has({ scopes: this.#options.cases.scopes, account });
  }

  /** Throws a PreconditionError if the account has no token with these scopes and the hook cannot mint one. */
  async requireToken(account?: string, scopes = this.#options.cases.scopes): Promise<void> {
    const { tokens, signal } = this.#options;
    await tokens.lease({ scopes, ...(account !== undefined && { account }) }, signal);
  }

  /**
   * Calls a tool, or reads a resource that cases call like a tool. Throws a PreconditionError if the tool is excluded, a BudgetExhausted if the budget or a quota is used up, and a
   * CapReached if the account has as many things as a limit allows.
   */
  call(tool: string, input: Json | undefined, credential: Credential | OwnToken): Promise<AnsweredCall> {
    return this.callBy(tool, input, credential, () => this.#sendCall(tool, input, credential));
  }

  /** Calls a tool by a request of another form. @param send sends it */
  async callBy(
    tool: string,
    input: Json | undefined,
    credential: Credential | OwnToken,
    send: () => Promise<AnsweredCall>,
  ): Promise<AnsweredCall> {
    requireAttempt();
    this.requireCallable(tool);
    const { cases, spending, onCall } = this.#options;
    const account = typeof credential === "string" ? undefined : credential.account;
    const settle = spending.draw(tool, input, typeof credential !== "string", account);
    let outcome: AnsweredCall["outcome"] | undefined;
    const mayMake = cases.tools[tool]?.readOnly === false;
    if (mayMake) {
      this.#making++;
      this.#writes++;
    }
    try {
      const called = await send();
      outcome = called.outcome;
      const { answer } = called.exchange;
      if (answer.kind !== "broken" && answer.reply.status === 429) this.usedUpRates.count(tool);
      if (outcome.is === "success") this.#accepted.add(nameArguments(tool, input));
      const completed = { tool, input, credential, ...called };
      onCall(completed);
      await this.#countHealth(completed);
      const cap = findReachedCap(readLimits(cases), tool, called);
      if (cap !== undefined) throw new CapReached(cap, { tool, input: input ?? null, ...called });
      return called;
    } finally {
      settle(outcome);
      if (mayMake) this.#making--;
    }
  }

  /** Gives the target up if no call succeeds any more, not even one that succeeded before, or if it answers nothing. */
  async #countHealth(call: CompletedCall): Promise<void> {
    await this.#silence.count(call, async () => (await this.confirm(this.allScopes)).exchange);
    const isReading = this.#options.cases.tools[call.tool]?.readOnly === true;
    await this.#health.count(call, isReading, ({ tool, input, credential }) =>
      this.#sendCall(tool, input, credential),
    );
    const poisoning = this.poisoning();
    if (poisoning === undefined) return;
    const { probe } = poisoning;
    const asked = "tool" in probe ? probe.tool : probe.method;
    this.lose({ problem: `every call fails since then, ${asked} with ${probe.got}`, cause: "poisoned" });
  }

  /** Notes the result of a call that came later than its answer. */
  note(call: CompletedCall): void {
    this.#options.onCall(call);
  }

  async #sendCall(
    tool: string,
    input: Json | undefined,
    credential: Credential | OwnToken,
  ): Promise<AnsweredCall> {
    const { cases, refusalCode, ownCodes, errorsRefuse } = this.#options;
    const uri = cases.resources?.[tool]?.uri;
    if (uri !== undefined) {
      const params = { uri: expandUri(uri, Object(input)) };
      const requested = await this.request("resources/read", params, credential);
      return { ...requested, outcome: toReadOutcome(requested.exchange.answer, uri.includes("{")) };
    }
    const params = { name: tool, ...(input !== undefined && { arguments: input }) };
    const requested = await this.request("tools/call", params, credential);
    const { answer } = requested.exchange;
    const read = withTextAsOutput(toOutcome(answer, refusalCode), cases.tools[tool]?.outputAs);
    const coded = withCodesOfErrors(read, answer, refusalCode);
    const outcome = withCodeOfSpec(renameOwnCode(coded, ownCodes), cases.failures);
    const refused = errorsRefuse ? withErrorsAsRefusals(outcome, answer) : outcome;
    const failures = cases.tools[tool]?.failures ?? [];
    return { ...requested, outcome: withCodeOfText(refused, failures, cases.failures) };
  }

  protected override onLimited(): void {
    this.usedUpRates.count(undefined);
  }

  protected override async lease(credential: Credential | OwnToken): Promise<Authorization> {
    const { tokens, signal } = this.#options;
    signal.throwIfAborted();
    if (this.countLeft() <= 0)
      throw new BudgetExhausted("left-out", "the requests or the time of the run are used up");
    const loss = this.loss();
    if (loss !== undefined) throw new TargetUnreachable(loss);
    // Count before waiting, since other requests lease at the same time and the budget is shared.
    this.#countLease(1);
    try {
      if (!isOwn(credential)) return await tokens.lease(credential, signal);
      await tokens.awaitRoom(credential, signal);
      return credential.authorization;
    } catch (error) {
      this.#countLease(-1);
      throw error;
    }
  }

  #countLease(count: 1 | -1): void {
    this.#leases += count;
    const id = findRunningCase();
    if (id !== undefined) this.#leasesOf.set(id, (this.#leasesOf.get(id) ?? 0) + count);
  }
}

function readLimits({ behaviour }: CaseFile): Pick<Behaviour, "limits"> {
  return behaviour ?? { limits: {} };
}

function nameArguments(tool: string, input: Json | undefined): string {
  return [tool, ...Object.keys(Object(input)).sort()].join(" ");
}
