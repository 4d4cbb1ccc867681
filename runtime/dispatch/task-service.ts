/** The tasks of a service: their methods, what clients listen to, and the calls that are run again. */
import type { Envelope } from "../messages/envelope.ts";
import type { Caller } from "../service/caller.ts";
import { type Operation, reportsChanges, type Service } from "../service/service.ts";
import type { RunningTask } from "../tasks/running-task.ts";
import { paramsAgain, type StoredTask } from "../tasks/task.ts";
import type { TaskOptions, Tasks } from "../tasks/tasks.ts";
import type { Callable, CallMethod } from "./call-method.ts";
import { type ListenOptions, listenMethod } from "./listening.ts";
import { hasTasks, taskMethods, taskVisibility } from "./task-methods.ts";

export interface TaskServiceOptions extends Omit<ListenOptions, "tasks"> {
  readonly tasks: Tasks;
  readonly isVisible: (operation: Operation, caller: Caller) => boolean;
}

/** Returns the methods of MCP 2026-07-28 for tasks and for listening, if the service has any use for them. */
export function backgroundMethods(
  service: Service,
  { tasks, isVisible, ...options }: TaskServiceOptions,
): ReadonlyMap<string, CallMethod> {
  const mayKnow = taskVisibility(service, isVisible);
  const listenable = hasTasks(service) ? { tasks, mayKnow } : undefined;
  const listen = ["subscriptions/listen", listenMethod({ ...options, tasks: listenable })] as const;
  return new Map([
    ...(listenable ? taskMethods(tasks, mayKnow) : []),
    ...(reportsChanges(service) || listenable ? [listen] : []),
  ]);
}

export interface Resuming extends Pick<TaskOptions, "resumeCaller"> {
  readonly tasks: Tasks;
  readonly envelope: Envelope;
  readonly tools: readonly Callable[];
}

/** Runs the call of a stored task again. Resolves when this process no longer runs it. */
export type ResumeTask = (id: string, signal: AbortSignal) => Promise<void>;

export function taskResumer({ tasks, envelope, tools, resumeCaller }: Resuming): ResumeTask {
  return async (id, signal) => {
    const resumed = await tasks.resume(id);
    if (resumed === undefined) return;
    const { run, task, isNew } = resumed;
    const giveBack = () => run.stopRunning(true);
    signal.addEventListener("abort", giveBack, { once: true });
    if (isNew) await callAgain(task, run);
    await run.ended;
    signal.removeEventListener("abort", giveBack);
  };

  async function callAgain(task: StoredTask, run: RunningTask) {
    const { account, scopes, token, tool, input } = { ...task, account: task.owner };
    const caller = resumeCaller ? await resumeCaller(task) : { account, token, scopes: new Set(scopes) };
    const called = tools.find(({ operation }) => operation.name === tool);
    if (caller === undefined || called === undefined) {
      await tasks.fail(task.id, "The call cannot go on: its account, its token or its tool is gone.");
      await run.drop();
      return;
    }
    const params = paramsAgain(task);
    const context = { caller, clientKey: () => task.id };
    const request = { id: 0, context, envelope, onProgress: undefined, meta: undefined, params, task: run };
    run.settle(await called.call(request, structuredClone(input)));
  }
}
