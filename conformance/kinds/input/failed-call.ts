/** A tool call that fails its case. */
import type { AnsweredCall } from "../../calls/completed-call.ts";
import { isInvalidParams } from "../../judge/outcome.ts";
import { type Failed, failed, type Unverified, unverified } from "../../results/verdict.ts";
import { describeAnswer } from "../../wire/answer.ts";
import type { Exchange } from "../../wire/client.ts";

/** Returns the failure of a call, and marks it if no tool answered: then it proves nothing about the case's subject. */
export function failedCall(expected: string, { exchange, outcome }: AnsweredCall): Failed {
  const answered = outcome.is === "success" || outcome.is === "refusal";
  const verdict = failed(expected, describeAnswer(exchange.answer), exchange);
  return answered ? verdict : { ...verdict, unanswered: true };
}

/** Returns the verdict for a tool without a handler. */
export function notImplemented(tool: string, exchange: Exchange): Unverified {
  return unverified("not_implemented", `${tool} answers not_implemented`, exchange);
}

const methodNotFound = -32601;
/**
 * Whether a JSON-RPC error refuses the arguments in a form that MCP does not recommend; it recommends a tool result with `isError`,
 * or error -32602 (2025-11-25, Tools, Error Handling). No requirement is broken, so this is advice. An HTTP 5xx is a crash.
 */
export function isPoorRefusal({ exchange: { answer } }: AnsweredCall): boolean {
  if (answer.kind !== "error" || isInvalidParams(answer)) return false;
  return answer.code !== methodNotFound && answer.reply.status < 500;
}

/** Returns the advice for a poor refusal. */
export function poorRefusal(call: AnsweredCall): Failed {
  return { ...failedCall("a tool result with isError, or error -32602", call), advice: true };
}
