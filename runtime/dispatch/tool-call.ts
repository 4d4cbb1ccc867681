import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Call, Caller } from "../call.ts";
import type { Log } from "../log.ts";
import type { AuthRules, Tool } from "../service.ts";
import type { Answer } from "./answer.ts";
import { type Waiting, waitFor } from "./deadline.ts";
import type { Envelope } from "./envelope.ts";
import type { Params, RequestId } from "./message.ts";
import type { OnProgress } from "./running-call.ts";
import { type OnToolCall, ToolCallEnd } from "./tool-call-end.ts";
import { inputCheck, missingScopes, scopeFailure } from "./tool-input.ts";
import { outputWriter } from "./tool-output.ts";

export type Handler = (input: unknown, call: Call<string>) => Awaitable<unknown>;

/** What calls of all tools share. */
export interface CallContext {
  readonly auth: AuthRules;
  readonly log: Log;
  readonly onToolCall: OnToolCall | undefined;
  /** Milliseconds after which a handler is no longer waited for. */
  readonly deadlineMs: number;
  /** Handlers that are waited for, so that a stopping server can give up on them. */
  readonly waiting: Set<Waiting>;
}

/** Who asks for something, as the transport knows it. */
export interface Asked {
  readonly caller: Caller;
  /** Which of the caller's clients it is: requests are called off by their ids, which are unique only there. */
  client(): string;
  /** Sends a notification ahead of the answer, if the client keeps up with reading; undefined where it takes none. */
  readonly notify?: ((notification: string) => void) | undefined;
  /** Calls the listener when the client goes away before it has its answer, where that means that it needs none. */
  readonly whenGone?: ((listener: () => void) => void) | undefined;
}

/** A request for a call of a tool. */
export interface ToolRequest {
  readonly id: RequestId;
  readonly asked: Asked;
  readonly envelope: Envelope;
  readonly onProgress: OnProgress | undefined;
}

/** Answers a call of one tool. `input` is the caller's `arguments`; defaults are filled in, in place. */
export type CallTool = (request: ToolRequest, input: Params) => Awaitable<Answer>;

/** A tool ready to be called: scope and input are checked, the handler runs, and what it returns is checked too. */
export function callableTool(tool: Tool, handler: Handler, context: CallContext): CallTool {
  const problemWith = inputCheck(tool);
  const write = outputWriter(tool);
  const { auth, deadlineMs, waiting } = context;

  return (request, input) => {
    const end = new ToolCallEnd(tool, write, context, request);
    const missing = missingScopes(tool, request.asked.caller);
    if (missing) {
      const answer = end.failed(scopeFailure(tool, auth, missing));
      return auth.denial === "http-403" ? { ...answer, denied: missing } : answer;
    }
    try {
      const problem = problemWith(input);
      if (problem) return end.failed(problem);
      const output = handler(input, end.call);
      if (!isPromise(output)) return end.succeeded(output);
      const onLate = (error: unknown) => end.late(error);
      return waitFor(output, { request, call: end.call, deadlineMs, waiting, onLate })
        .then((value) => end.succeeded(value))
        .catch((error: unknown) => end.refused(error));
    } catch (error) {
      return end.refused(error);
    }
  };
}
