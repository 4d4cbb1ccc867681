/** Completes calls of tools: reports their outcome and makes the answer. */
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import type { Params, RequestId } from "../messages/message.ts";
import type { Operation } from "../service/service.ts";
import type { CallAnswers } from "./call-answers.ts";
import { Cancelled, isAbandonment, MissingCapability } from "./call-errors.ts";
import { inputRequired, tooManyRounds } from "./call-rounds.ts";
import { declaredFailure, type Failure, internalFailure } from "./failure.ts";
import { RunningCall } from "./running-call.ts";
import type { CallEnvironment, ToolRequest } from "./tool-request.ts";

/** JSON-RPC error code of a cancelled call, for transports that must answer. Outside the range that JSON-RPC reserves. */
const cancelledCode = 499;

/** `MissingRequiredClientCapability` of MCP 2026-07-28. */
const missingCapabilityCode = -32021;

/** Returns the answer to a request that needs a capability which its client does not declare. */
export function missingCapability(id: RequestId, { message, required }: MissingCapability): Answer {
  return {
    status: 400,
    body: errorJson(id, missingCapabilityCode, message, { requiredCapabilities: required }),
  };
}

/** The data that all calls of one operation share. */
export interface CalledOperation {
  readonly tool: Operation;
  readonly answers: CallAnswers;
  readonly environment: CallEnvironment;
}

/** Completes one call: each method reports the outcome and returns the answer. */
export class ToolCallCompletion {
  readonly call: RunningCall;
  readonly #called: CalledOperation;
  readonly #request: ToolRequest;
  readonly #startedAt = performance.now();

  constructor(called: CalledOperation, request: ToolRequest, input: Params) {
    this.call = new RunningCall(called.tool, request, input, called.environment.logs);
    this.#called = called;
    this.#request = request;
  }

  /** The handler returned `output`. Throws OutputMismatch if the output does not fit the schema of the tool. */
  succeed(output: unknown): Answer {
    const result = this.#called.answers.write(output, this.call.scopes, this.#request);
    this.#complete("ok");
    return { body: resultJson(this.#request.id, result) };
  }

  /** The call failed. `cause` is set if the failure is `internal`. */
  fail(failure: Failure, cause?: { readonly error: unknown }): Answer {
    const answer = this.#called.answers.failed(failure, this.#request);
    this.#complete(failure.code, cause);
    return answer;
  }

  /** The handler threw `error`. Unless that is a refusal which the tool declares, the caller gets `internal` and no details. */
  threw(error: unknown): Answer {
    const { id } = this.#request;
    if (error instanceof Cancelled) {
      this.#complete("cancelled");
      return { cancelled: true, body: errorJson(id, cancelledCode, "The call was cancelled.") };
    }
    if (error instanceof MissingCapability) {
      this.#complete("missing_capability");
      return missingCapability(id, error);
    }
    const failure = declaredFailure(this.#called.tool, error);
    if (failure === undefined) return this.#internal(error);
    try {
      return this.fail(failure);
    } catch (unserializable) {
      return this.#internal(unserializable);
    }
  }

  /** The handler ended after the call was answered. Logs that, unless the handler ended because its signal aborted. */
  late(error: unknown): void {
    if (isAbandonment(error) || (error instanceof Error && isAbandonment(error.cause))) return;
    this.#called.environment.log.warn({
      event: "tool_call_late",
      ...this.#facts(),
      ms: this.#elapsedMs(),
      error,
    });
  }

  /** The handler waits for an answer of its client. */
  async waits(input: Params): Promise<Answer> {
    const { requests } = this.call;
    if (requests.misuse) return this.threw(requests.misuse);
    const answer = await inputRequired(
      this.#called.environment.states,
      this.#called.tool,
      this.#request,
      input,
      requests,
    );
    this.#complete(answer ? "input_required" : "too_many_rounds");
    return answer ?? tooManyRounds(this.#request, requests);
  }

  #internal(error: unknown): Answer {
    const failure = internalFailure(this.#called.tool, this.call.requestId, error);
    return this.fail(failure, { error });
  }

  #complete(outcome: string, cause?: { readonly error: unknown }): void {
    this.call.end();
    const isLogged = this.#report(outcome, cause) === "logged";
    if (cause && !isLogged)
      this.#called.environment.log.error({ event: "tool_call_broke", ...this.#facts(), error: cause.error });
  }

  /** Calls `onToolCall`. If that throws, the answer stays as it is. */
  #report(outcome: string, cause?: { readonly error: unknown }): unknown {
    const { onToolCall, log } = this.#called.environment;
    try {
      return onToolCall?.({ ...this.#facts(), outcome, ms: this.#elapsedMs(), ...cause });
    } catch (error) {
      log.error({ event: "on_tool_call_broke", ...this.#facts(), error });
      return undefined;
    }
  }

  #facts() {
    const { requestId, account, token, task } = this.call;
    const { name: tool, kind } = this.#called.tool;
    return {
      tool,
      ...(kind && { kind }),
      requestId,
      account,
      token,
      ...(task !== undefined && { task }),
    };
  }

  #elapsedMs(): number {
    return Math.round((performance.now() - this.#startedAt) * 1000) / 1000;
  }
}
