/** `tasks/get`, `tasks/update` and `tasks/cancel` (MCP 2026-07-28, SEP-2663). */
import { MissingCapability } from "../calls/call-errors.ts";
import { takesTasks, taskCapability } from "../calls/call-task.ts";
import { readCapabilities } from "../calls/client-requests.ts";
import { missingCapability } from "../calls/tool-call-completion.ts";
import { isObject, type JsonObject } from "../json/object.ts";
import { type Answer, resultJson } from "../messages/answer.ts";
import type { Caller } from "../service/caller.ts";
import type { Operation, Service } from "../service/service.ts";
import { describeInDetail, type StoredTask } from "../tasks/task.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { type CallMethod, invalid } from "./call-method.ts";

/** The methods whose parameters name a task. */
export const taskMethodNames: readonly string[] = ["tasks/get", "tasks/update", "tasks/cancel"];

/** Whether some calls of a service become tasks. */
export function hasTasks({ tools }: Service): boolean {
  return tools.some(({ task }) => task !== undefined);
}

/** Whether a caller may know of a task, by the tool that it calls. */
export type MayKnow = (task: StoredTask, caller: Caller) => boolean;

export function taskVisibility(
  { tools }: Service,
  isVisible: (operation: Operation, caller: Caller) => boolean,
): MayKnow {
  return (task, caller) => {
    const tool = tools.find(({ name }) => name === task.tool);
    return tool !== undefined && isVisible(tool, caller);
  };
}

/** @param mayKnow whether the tool of a task is visible to a caller */
export function taskMethods(tasks: Tasks, mayKnow: MayKnow): ReadonlyMap<string, CallMethod> {
  return new Map([
    ["tasks/get", taskMethod((task) => describeInDetail(task))],
    [
      "tasks/update",
      taskMethod(async ({ id }, { inputResponses }) => {
        if (!isObject(inputResponses)) return "params.inputResponses must be an object.";
        return (await tasks.update(id, inputResponses)) ?? {};
      }),
    ],
    [
      "tasks/cancel",
      taskMethod(async ({ id }) => {
        await tasks.cancel(id);
        return {};
      }),
    ],
  ]);

  /** @param run returns the members of the result, or a sentence about wrong parameters */
  function taskMethod(
    run: (task: StoredTask, params: JsonObject) => Promise<JsonObject | string> | JsonObject,
  ): CallMethod {
    return async ({ id, params }, { caller }, envelope) => {
      if (!takesTasks(readCapabilities(params))) return undeclared(id);
      const { taskId } = params;
      const task = typeof taskId === "string" ? await tasks.find(taskId, caller) : undefined;
      if (task === undefined || !mayKnow(task, caller)) return invalid(id, unknownTask);
      const members = await run(task, params);
      if (typeof members === "string") return invalid(id, members);
      return {
        body: resultJson(id, JSON.stringify({ ...envelope.members, _meta: envelope.meta, ...members })),
      };
    };
  }
}

/** The answer to a request that needs a client which takes tasks. */
export function undeclared(id: string | number): Answer {
  return missingCapability(id, new MissingCapability(taskCapability));
}

const unknownTask =
  "There is no task with this id: it never existed, has expired, or belongs to another account or to a token with more scopes.";
