import { type Awaitable, isPromise } from "../awaitable.ts";
import type { Call } from "../call.ts";
import type { Tool } from "../service.ts";
import type { Answer } from "./answer.ts";
import { waitFor } from "./deadline.ts";
import type { Params } from "./message.ts";
import { ToolCallEnd } from "./tool-call-end.ts";
import { inputCheck, missingScopes, scopeFailure } from "./tool-input.ts";
import { outputWriter } from "./tool-output.ts";
import type { CallContext, ToolRequest } from "./tool-request.ts";

export type Handler = (input: unknown, call: Call<string>) => Awaitable<unknown>;

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
