/** A call that was made, and how its answer is read. */
import type { AnsweredCall } from "../../calls/caller.ts";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import { describeAnswer } from "../../wire/answer.ts";

export interface Called extends AnsweredCall {
  readonly tool: string;
  readonly input: Json;
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
