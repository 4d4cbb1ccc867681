/** Calls of tools by behaviour cases: with ids of existing instances, and by any account. */
import type { AnsweredCall } from "../calls/caller.ts";
import type { Context } from "../calls/context.ts";
import { isObject, type Json, type JsonObject } from "../cases/edits.ts";
import { PreconditionError } from "../results/precondition-error.ts";
import { type Failed, failed } from "../results/verdict.ts";
import { describeAnswer } from "../wire/answer.ts";
import { findCredential, type Identity } from "./accounts.ts";

/** A call that was made. */
export interface Called extends AnsweredCall {
  readonly tool: string;
  readonly input: Json;
}

export type Calls = ReturnType<typeof makeCalls>;

/** What is to be called. */
type Wanted = Pick<Called, "tool" | "input">;

export function makeCalls(context: Context) {
  const { caller, cases } = context;
  return {
    call,
    setupFailed,
    /** A failure that shows the call. `got`: its answer, unless it is given. */
    failed: (expected: string, { exchange }: Called, got = describeAnswer(exchange.answer)): Failed =>
      failed(expected, got, exchange),
    succeeding,
    /** The structured result of a call that has to succeed. Throws a PreconditionError that says what came instead. */
    succeed: async (each: Wanted, by?: Identity): Promise<JsonObject> =>
      readStructured(await succeeding(each, by)),
  };

  /** A call that has to succeed. Throws a PreconditionError that says what came instead. */
  async function succeeding(each: Wanted, by?: Identity): Promise<Called> {
    const called = await call(each, by);
    if (called.outcome.is === "success") return called;
    throw setupFailed(called);
  }

  /** Sends these arguments as they are. Throws a PreconditionError if there is no token of the caller. */
  async function call({ tool, input }: Wanted, by: Identity = {}): Promise<Called> {
    return { tool, input, ...(await caller.call(tool, input, findCredential(by, cases))) };
  }

  /** The error for a call that should have set a case up and did not succeed. */
  function setupFailed({ tool, outcome, exchange }: Called): PreconditionError {
    if (outcome.is === "refusal" && outcome.code === "not_implemented")
      return new PreconditionError("not_implemented", `${tool} answers not_implemented`, exchange);
    const why = `${tool}, which sets the case up, gave ${describeAnswer(exchange.answer)}`;
    return new PreconditionError("setup", why, exchange);
  }
}

/** Calls that are under way at once. */
const concurrent = 8;

/** Makes `times` calls, several at once. */
export async function callTimes(times: number, call: () => Promise<Called>): Promise<Called[]> {
  const calls: Called[] = [];
  for (let sent = 0; sent < times; sent += concurrent)
    calls.push(...(await Promise.all(Array.from({ length: Math.min(concurrent, times - sent) }, call))));
  return calls;
}

/** The structured content of a success; empty without one. */
export function readStructured({ outcome }: Called): JsonObject {
  const structured = outcome.is === "success" ? outcome.result.structuredContent : undefined;
  return isObject(structured) ? structured : {};
}

/** The code of a refusal, or a few words for any other answer. */
export function showAnswer({ outcome, exchange }: Called): string {
  if (outcome.is === "success") return "success";
  if (outcome.is === "refusal") return outcome.code ?? "a refusal without a code";
  return describeAnswer(exchange.answer);
}

/** By HTTP 429; servers that count calls of single tools may also refuse the call itself. */
export function isRateLimited({ exchange: { answer }, outcome }: Called): boolean {
  const isTooMany = answer.kind !== "broken" && answer.reply.status === 429;
  return isTooMany || (outcome.is === "refusal" && outcome.code === "rate_limited");
}
