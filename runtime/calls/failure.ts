/** The failures of tool calls, and their results on the wire. */

import type { Envelope } from "../messages/envelope.ts";
import { Refusal } from "../service/refusal.ts";
import type { FailureRule, Operation } from "../service/service.ts";
import { Unavailable } from "../service/unavailable.ts";
import { DeadlinePassed } from "./call-errors.ts";

/** Failures that every tool may return without declaring them. Handlers cannot refuse with `internal`. */
const builtInFailures: Readonly<Record<string, FailureRule>> = {
  invalid_input: { when: "the arguments do not fit the tool's input schema", retryable: false },
  insufficient_scope: { when: "the token lacks a scope that the tool needs", retryable: false },
  not_implemented: { when: "the tool has no handler yet", retryable: false },
};

/** The failure of a tool call, as the caller sees it. */
export interface Failure {
  readonly code: string;
  /** The text for the model: the reason and the next step. */
  readonly message: string;
  /** For programs. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** Returns the failure for an error that a handler threw; undefined unless it is a refusal with a code that the tool may return. */
export function declaredFailure(tool: Operation, error: unknown): Failure | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const rule = findRule(tool.failures, error.code) ?? findRule(builtInFailures, error.code);
  if (rule === undefined) return undefined;
  const { code, message, details } = error;
  return { code, message, details, retryable: error.retryable ?? rule.retryable };
}

/** Returns the failure for any other error that a handler threw. It names the request in the log and hides the cause. */
export function internalFailure(tool: Operation, requestId: string, error: unknown): Failure {
  const { outcome, advice, retryable } = internalCause(error);
  const message = `${tool.name} ${outcome}. It is logged as request ${requestId}; ${advice}.`;
  return { code: "internal", message, details: { request_id: requestId }, retryable };
}

function internalCause(error: unknown) {
  const advice = "changing the arguments will not help";
  if (error instanceof DeadlinePassed) return { outcome: "did not finish in time", advice, retryable: true };
  if (error instanceof Unavailable) {
    const outcome = "was interrupted, because a part of the server does not answer at the moment";
    return { outcome, advice: "try again in a few seconds", retryable: true };
  }
  return { outcome: "failed because of an error inside the server", advice, retryable: false };
}

/** The JSON text of a tool result with `isError`: text for the model, and `_meta["dev.toolwright/failure"]` for programs. */
export function failureResult(
  { code, message, details, retryable }: Failure,
  { members, meta }: Envelope,
): string {
  return JSON.stringify({
    ...members,
    content: [{ type: "text", text: message }],
    isError: true,
    _meta: { ...meta, "dev.toolwright/failure": { code, details, retryable } },
  });
}

function findRule(rules: Readonly<Record<string, FailureRule>>, code: string): FailureRule | undefined {
  return Object.hasOwn(rules, code) ? rules[code] : undefined;
}
