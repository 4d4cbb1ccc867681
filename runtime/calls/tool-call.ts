/** Runs a call of one tool, resource or prompt: checks scopes, the state of the account and arguments, calls the handler and checks its output. */
import type { Answer } from "../messages/answer.ts";
import type { Params } from "../messages/message.ts";
import type { ToolInvocation } from "../service/around.ts";
import { type Awaitable, andThen, isPromise } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { Operation, Tool } from "../service/service.ts";
import type { CallAnswers } from "./call-answers.ts";
import { isAbandonment, MissingCapability } from "./call-errors.ts";
import { isRetry, openRound } from "./call-rounds.ts";
import { taskCapability } from "./call-task.ts";
import { ClientRequests } from "./client-requests.ts";
import { guardCall } from "./deadline.ts";
import { answerOrTask } from "./task-call.ts";
import { ToolCallCompletion } from "./tool-call-completion.ts";
import { accountFailure, inputCheck, missingScopes, scopeFailure } from "./tool-input.ts";
import type { CallEnvironment, ToolRequest } from "./tool-request.ts";

export type Handler = (input: unknown, call: ToolInvocation) => Awaitable<unknown>;

/** Answers a call of one tool. `input` is `params.arguments`; defaults are applied to it in place. */
export type CallTool = (request: ToolRequest, input: Params) => Awaitable<Answer>;

/** @param ownHandler the handler of the service's authors; `environment.around` runs around it */
export function callableTool(
  tool: Operation,
  ownHandler: Handler,
  environment: CallEnvironment,
  answers: CallAnswers,
): CallTool {
  const called = { tool, answers, environment };
  const checkInput = inputCheck(tool);
  const { auth, around, pendingCalls, states, tasks, accountStates } = environment;
  const { task: timing, deadlineMs = environment.deadlineMs } = tool.kind === undefined ? tool : noTool;
  const handler: Handler = around
    ? (input, call) => around(call, async () => ownHandler(input, call))
    : ownHandler;

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
      requireKnownState(request.context.caller, accountStates);
      const failure = accountFailure(tool, request.context.caller) ?? checkInput(input);
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
    const guard = () => {
      const onLateEnd = (error: unknown) => completion.late(error);
      return { request, call, deadlineMs, pendingCalls, onLateEnd };
    };
    if (timing && tool.kind === undefined && request.envelope.isModern) {
      const start = () => handler(input, call);
      const finish = (output: Promise<unknown>) => output.then(complete).catch(threw);
      if (call.inBackground) return answerOrTask({ ...guard(), tasks, tool, timing, input, start, finish });
      if (timing.when === "always") return completion.threw(new MissingCapability(taskCapability));
    }
    try {
      const output = handler(input, call);
      if (isPromise(output)) return guardCall(output, guard()).outcome.then(complete).catch(threw);
      const answer = complete(output);
      return isPromise(answer) ? answer.then(undefined, threw) : answer;
    } catch (error) {
      return threw(error);
    }
  }
}

/** @throws TypeError for a state that the service does not have: with a misspelt name, every tool would go on */
function requireKnownState({ accountState }: Caller, known: ReadonlySet<string>): void {
  if (accountState === undefined || known.has(accountState)) return;
  throw new TypeError(`The caller has the account state ${accountState}, which the spec does not declare.`);
}

/** Resources and prompts have no tasks and no deadlines of their own. */
const noTool: Pick<Tool, "task" | "deadlineMs"> = {};
