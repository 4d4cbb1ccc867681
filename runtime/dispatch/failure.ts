import { Refusal } from "../refusal.ts";
import type { FailureRule, Tool } from "../service.ts";
import type { Envelope } from "./envelope.ts";

/** Refusals that every tool may answer with, declared or not. `internal` is not among them: nobody refuses with it. */
const builtInFailures: Readonly<Record<string, FailureRule>> = {
  invalid_input: { when: "the arguments do not fit the tool's input schema", retryable: false },
  insufficient_scope: { when: "the token lacks a scope that the tool needs", retryable: false },
  not_implemented: { when: "the tool has no handler yet", retryable: false },
};

/** Why a tool call did not succeed, as the caller learns it. */
export interface Failure {
  readonly code: string;
  /** For the model: what happened and what to do next. */
  readonly message: string;
  /** For programs. */
  readonly details: Readonly<Record<string, unknown>>;
  /** Whether the same call can succeed later without being changed. */
  readonly retryable: boolean;
}

/** What a refusal means to the caller; undefined if the tool may not refuse like that, which is a bug of its handler. */
export function declaredFailure(tool: Tool, error: unknown): Failure | undefined {
  if (!(error instanceof Refusal)) return undefined;
  const rule = ruleOf(tool.failures, error.code) ?? ruleOf(builtInFailures, error.code);
  if (rule === undefined) return undefined;
  return { code: error.code, message: error.message, details: error.details, retryable: rule.retryable };
}

/** A bug, or a handler that took too long: says nothing of the cause, and where to find it. */
export function internalFailure(tool: Tool, requestId: string, tookTooLong: boolean): Failure {
  const happened = tookTooLong ? "did not finish in time" : "failed because of an error inside the server";
  const message = `${tool.name} ${happened}. It is logged as request ${requestId}; changing the arguments will not help.`;
  return { code: "internal", message, details: { request_id: requestId }, retryable: tookTooLong };
}

/** A tool result that reports a failure, as JSON: readable text for the model, facts for programs in `_meta`. */
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

function ruleOf(rules: Readonly<Record<string, FailureRule>>, code: string): FailureRule | undefined {
  return Object.hasOwn(rules, code) ? rules[code] : undefined;
}
