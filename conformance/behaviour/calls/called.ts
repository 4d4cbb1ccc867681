/** A completed call, and functions that read its answer. */
import type { AnsweredCall } from "../../calls/completed-call.ts";
import { isObject, type Json, type JsonObject } from "../../cases/edits.ts";
import { withoutChanging } from "../../results/alike.ts";
import { describeAnswer } from "../../wire/answer.ts";

/** A call of a tool and its answer. */
export interface Called extends AnsweredCall {
  /** The name of the tool. */
  readonly tool: string;
  /** The arguments that were sent. */
  readonly input: Json;
  /** The quota whose end the refusal says, since the run has drawn what the account had. */
  readonly usedUp?: string;
}

/**
 * Returns the structured content of a success; an empty object if there is none. Places are read in a list as in an object, by its
 * numbers or by `*`.
 */
export function readStructured({ outcome }: Called): JsonObject {
  const structured = outcome.is === "success" ? outcome.result.structuredContent : undefined;
  return isStructure(structured) ? structured : {};
}

/** Whether a value is an object or a list. A tool whose output is a list answers with the list itself. */
function isStructure(value: Json | undefined): value is JsonObject {
  return isObject(value) || Array.isArray(value);
}

/**
 * Returns everything that a success shows: its structured content or, since many servers have only texts, its blocks. A text of JSON
 * is read as its value, any other one with and without its numbers and ids, which may be other ones in each answer.
 */
export function readShown(called: Called): JsonObject {
  const { outcome } = called;
  if (outcome.is !== "success" || isStructure(outcome.result.structuredContent))
    return readStructured(called);
  const blocks = Array.isArray(outcome.result.content) ? outcome.result.content : [];
  return {
    content: blocks.map((block: Json) => (isObject(block) ? readBlock(block) : block)),
  };
}

/** Returns a block with what its text says. Of JSON that is whether it has several lines, too, which an argument may choose. */
function readBlock({ text, ...block }: JsonObject): JsonObject {
  if (typeof text !== "string") return { ...block, text: text ?? null };
  try {
    return { ...block, text: JSON.parse(text) as Json, isIndented: /[[{]\s*\n/.test(text) };
  } catch {
    return { ...block, text: { text, words: withoutChanging(text) } };
  }
}

/** Describes an answer: the code of a refusal, or a few words. */
export function showAnswer({ outcome, exchange }: Called): string {
  if (outcome.is === "success") return "success";
  if (outcome.is === "refusal") return outcome.code ?? "a refusal without a code";
  return describeAnswer(exchange.answer);
}

/** Whether the call exceeded a rate: HTTP 429, or a refusal of the call by servers that count calls of single tools. */
export function isRateLimited({ exchange: { answer }, outcome }: Called): boolean {
  const isTooMany = answer.kind !== "broken" && answer.reply.status === 429;
  return isTooMany || (outcome.is === "refusal" && outcome.code === "rate_limited");
}

/** The code of a refusal; undefined if the call was not refused, or without a code. */
export function refusalCode({ outcome }: Pick<Called, "outcome">): string | undefined {
  return outcome.is === "refusal" ? outcome.code : undefined;
}

/** Whether a call was refused with a code. Where the rule or the refusal has none, any refusal is right. */
export function isRefusedWith(code: string | undefined, { outcome }: Pick<Called, "outcome">): boolean {
  if (outcome.is !== "refusal") return false;
  return code === undefined || outcome.code === undefined || outcome.code === code;
}
