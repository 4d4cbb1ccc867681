/** Runs a call of one tool: checks scopes and arguments, calls the handler and checks its output. */
import type { Answer } from "../messages/answer.ts";
import type { Params } from "../messages/message.ts";
import { type Awaitable, isPromise } from "../service/awaitable.ts";
import type { Call } from "../service/call.ts";
import type { Tool } from "../service/service.ts";
import { withDeadline } from "./deadline.ts";
import { ToolCallCompletion } from "./tool-call-completion.ts";
import { inputCheck, missingScopes, scopeFailure } from "./tool-input.ts";
import { outputWriter } from "./tool-output.ts";
import type { CallEnvironment, ToolRequest } from "./tool-request.ts";

export type Handler = (input: unknown, call: Call<string>) => Awaitable<unknown>;

/** Answers a call of one tool. `input` is `params.arguments`; defaults are applied to it in place. */
export type CallTool = (request: ToolRequest, input: Params) => Awaitable<Answer>;

export function callableTool(tool: Tool, handler: Handler, environment: CallEnvironment): CallTool {
  const checkInput = inputCheck(tool);
  const write = outputWriter(tool);
  const { auth, deadlineMs, pendingCalls } = environment;

  return (request, input) => {
    const completion = new ToolCallCompletion(tool, write, environment, request);
    const missing = missingScopes(tool, request.context.caller);
    if (missing) {
      const answer = completion.failed(scopeFailure(tool, auth, missing));
      return auth.denial === "http-403" ? { ...answer, missingScopes: missing } : answer;
    }
    try {
      const failure = checkInput(input);
      if (failure) return completion.failed(failure);
      const output = handler(input, completion.call);
      if (!isPromise(output)) return completion.succeeded(output);
      const onLateEnd = (error: unknown) => completion.late(error);
      return withDeadline(output, { request, call: completion.call, deadlineMs, pendingCalls, onLateEnd })
        .then((value) => completion.succeeded(value))
        .catch((error: unknown) => completion.threw(error));
    } catch (error) {
      return completion.threw(error);
    }
  };
}
