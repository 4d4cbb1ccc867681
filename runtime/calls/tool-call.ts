/** Runs a call of one tool, resource or prompt: checks scopes and arguments, calls the handler and checks its output. */
import type { Answer } from "../messages/answer.ts";
import type { Params } from "../messages/message.ts";
import type { ToolInvocation } from "../service/around.ts";
import { type Awaitable, andThen, isPromise } from "../service/awaitable.ts";
import type { Operation } from "../service/service.ts";
import type { CallAnswers } from "./call-answers.ts";
import { isAbandonment } from "./call-errors.ts";
import { isRetry, openRound } from "./call-rounds.ts";
import { ClientRequests } from "./client-requests.ts";
import { withDeadline } from "./deadline.ts";
import { ToolCallCompletion } from "./tool-call-completion.ts";
import { inputCheck, missingScopes, scopeFailure } from "./tool-input.ts";
import type { CallEnvironment, ToolRequest } from "./tool-request.ts";

export type Handler = (input: unknown, call: ToolInvocation) => Awaitable<unknown>;

/** Answers a call of one tool. `input` is `params.arguments`; defaults are applied to it in place. */
export type CallTool = (request: ToolRequest, input: Params) => Awaitable<Answer>;

/** @param written the handler of the service's authors; `environment.around` runs around it */
export function callableTool(
  tool: Operation,
  written: Handler,
  environment: CallEnvironment,
  answers: CallAnswers,
): CallTool {
  const called = { tool, answers, environment };
  const checkInput = inputCheck(tool);
  const { auth, around, deadlineMs, pendingCalls, states } = environment;
  const handler: Handler = around ? (input, call) => around(call, async () => written(input, call)) : written;

  return (request, input) => {
    const completion = new ToolCallCompletion(called, request, input);
    const missing = missingScopes(tool, request.context.caller);
    if (missing) {
      const answer = completion.fail(scopeFailure(tool, auth, missing));
      return auth.denial === "http-403" || request.context.viaOAuth
        ? { ...answer, missingScopes: missing }
        : answer;
    }
    try {
      const failure = checkInput(input);
      if (failure) return completion.fail(failure);
      const { params } = request;
      if (params === undefined || !isRetry(params)) return run(request, input, completion);
      return openRound(states, tool, request, params, input)
        .then((requests) => {
          if (!(requests instanceof ClientRequests)) return requests;
          completion.call.requests = requests;
          return run(request, input, completion);
        })
        .catch((error) => completion.threw(error));
    } catch (error) {
      return completion.threw(error);
    }
  };

  function run(request: ToolRequest, input: Params, completion: ToolCallCompletion): Awaitable<Answer> {
    const { call } = completion;
    // The call waits for its client even if the handler catches InputRequired.
    const threw = (error: unknown) =>
      andThen(call.isWaiting(), (isWaiting) =>
        isWaiting && !isAbandonment(error) ? completion.waits(input) : completion.threw(error),
      );
    const complete = (output: unknown) =>
      andThen(call.isWaiting(), (isWaiting) =>
        isWaiting ? completion.waits(input) : completion.succeed(output),
      );
    try {
      const output = handler(input, call);
      if (isPromise(output)) {
        const onLateEnd = (error: unknown) => completion.late(error);
        return withDeadline(output, { request, call, deadlineMs, pendingCalls, onLateEnd })
          .then(complete)
          .catch(threw);
      }
      const answer = complete(output);
      return isPromise(answer) ? answer.then(undefined, threw) : answer;
    } catch (error) {
      return threw(error);
    }
  }
}
