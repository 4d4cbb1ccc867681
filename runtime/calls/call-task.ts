/** The tasks that calls become (MCP 2026-07-28, SEP-2663), as calls see them. `tasks/` implements them. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { Answer } from "../messages/answer.ts";
import type { Params } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import { tasksExtension } from "../service/client-capabilities.ts";
import type { InputRequest } from "../service/client-input.ts";
import type { TaskTiming, Tool } from "../service/service.ts";
import type { Cancelled, DeadlinePassed } from "./call-errors.ts";
import type { OnProgress } from "./progress.ts";
import type { AnsweredRequest } from "./request-state.ts";

/** The capability that a client must declare for a task, in the form in which clients declare it. */
export const taskCapability = { extensions: { [tasksExtension]: {} } };

/** Whether a client takes tasks. It declares that anew in each request. */
export function takesTasks(capabilities: JsonObject | undefined): boolean {
  return isObject(capabilities?.extensions) && isObject(capabilities.extensions[tasksExtension]);
}

/** The wait for a handler, which can be ended. The handler's signal then aborts. */
export interface Abandonable {
  abandon(reason: DeadlinePassed | Cancelled): void;
}

/** A task that a call has become. */
export interface CallTask {
  readonly id: string;
  /** The members of `CreateTaskResult`, except `resultType`. */
  readonly described: JsonObject;
  readonly onProgress: OnProgress;
  /** Asks the client and waits for its answers, under the same keys. Answers that the client gave before are returned at once. */
  requestInput(requests: Readonly<Record<string, InputRequest>>): Promise<Record<string, unknown>>;
  /** Stores the end of the call as the end of the task. `wait` is abandoned when the task is cancelled or expires. */
  follow(answer: Promise<Answer>, wait?: Abandonable): void;
  /** Ends a task whose client does not know of it. */
  drop(): Promise<void>;
}

/** The call that becomes a task. */
export interface NewTask {
  readonly tool: Tool;
  readonly timing: TaskTiming;
  readonly caller: Caller;
  /** The parameters of the call, with the capabilities of its client. */
  readonly params: Params;
  readonly input: Params;
  /** The answers of the client in earlier rounds of the call. */
  readonly answers: ReadonlyMap<string, AnsweredRequest>;
}

export interface TaskMaker {
  /** Stores a new task; undefined if there is no room for it. */
  create(task: NewTask): Promise<CallTask | undefined>;
}
