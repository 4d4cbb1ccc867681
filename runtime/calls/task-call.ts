/** Answers calls of tools that may become tasks (MCP 2026-07-28, SEP-2663): with the result if it comes soon, or else with the task. */
import { type Answer, errorJson, resultJson } from "../messages/answer.ts";
import type { Awaitable } from "../service/awaitable.ts";
import { Cancelled } from "./call-errors.ts";
import type { CallTask, NewTask, TaskMaker } from "./call-task.ts";
import { type DeadlineOptions, guardCall } from "./deadline.ts";
import type { ToolRequest } from "./tool-request.ts";

export interface LongCall extends DeadlineOptions, Pick<NewTask, "tool" | "timing" | "input"> {
  readonly tasks: TaskMaker;
  /** Calls the handler. */
  start(): Awaitable<unknown>;
  /** Turns the end of the handler into an answer. Never rejects. */
  finish(output: Promise<unknown>): Promise<Answer>;
}

/** Answers the call of a client that takes tasks. */
export function answerOrTask(long: LongCall): Promise<Answer> {
  return long.request.task || long.timing.afterMs === 0 ? startAsTask(long) : becomeTask(long);
}

/** Creates the task before the handler runs, so that the handler cannot end before. */
async function startAsTask(long: LongCall): Promise<Answer> {
  const { request, call, finish } = long;
  let isGone = false;
  request.context.onDisconnect?.(() => {
    isGone = true;
  });
  const task = request.task ?? (await createTask(long));
  if (isGone) {
    // The client would never learn the id of the task.
    await task?.drop();
    return finish(Promise.reject(new Cancelled("The client disconnected.")));
  }
  if (task === undefined && long.timing.when === "always") return noRoom(request);
  if (task) call.becomeTask(task);
  const { answer, wait } = startHandler(long, finish);
  if (task === undefined) return answer;
  wait.release();
  task.follow(answer, wait);
  return taskAnswer(request, task);
}

/** Runs the handler. If it takes long, and is not waiting for its client, its call becomes a task. */
async function becomeTask(long: LongCall): Promise<Answer> {
  const { call, request, timing, finish } = long;
  const { answer, wait } = startHandler(long, finish);
  const first = await Promise.race([answer, passed(timing.afterMs, answer)]);
  if (first !== undefined || (await call.isWaiting())) return first ?? answer;
  const task = await createTask(long);
  if (task === undefined) return answer;
  if (call.isAsking || !wait.release()) {
    await task.drop();
    return answer;
  }
  call.becomeTask(task);
  task.follow(answer, wait);
  return taskAnswer(request, task);
}

function startHandler(long: LongCall, finish: LongCall["finish"]) {
  const wait = guardCall(new Promise((resolve) => resolve(long.start())), long);
  return { wait, answer: finish(wait.outcome) };
}

function createTask({ tasks, tool, timing, request, input, call }: LongCall): Promise<CallTask | undefined> {
  const { context, params = {} } = request;
  const { answers } = call.requests;
  return tasks.create({ tool, timing, caller: context.caller, params, input, answers: answers.byKey });
}

/** Resolves to undefined after some time. The timer is removed when the call is answered before. */
function passed(ms: number, answer: Promise<Answer>): Promise<undefined> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms, undefined);
    void answer.then(() => clearTimeout(timer));
  });
}

function taskAnswer({ id, envelope }: ToolRequest, { described }: CallTask): Answer {
  const result = { resultType: "task", ...described, _meta: envelope.meta };
  return { body: resultJson(id, JSON.stringify(result)) };
}

const tooManyRequests = 429;

function noRoom({ id }: ToolRequest): Answer {
  const message =
    "This account has as many running tasks as it may have. Wait until one ends, or cancel one with tasks/cancel.";
  return { status: tooManyRequests, body: errorJson(id, tooManyRequests, message) };
}
