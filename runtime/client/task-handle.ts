/** Waits for tasks, follows and cancels them, for a typed client. */
import { isObject, type JsonObject } from "../json/object.ts";
import type { OfficialClient } from "./official-client.ts";
import { type ResultRule, toOutcome } from "./results.ts";
import { type TaskHandle, type TaskState, type TaskWaitOptions, UnfinishedTask } from "./task.ts";
import { taskKey } from "./task-transport.ts";

/** Returns the id of the task that a call has become, from the result that `withTasks` makes of it. */
export function taskIn(result: unknown): string | undefined {
  const task = isObject(result) && isObject(result._meta) ? result._meta[taskKey] : undefined;
  return isObject(task) && typeof task.taskId === "string" ? task.taskId : undefined;
}

/** @param rule the tool that the task calls */
export function taskHandle(
  client: OfficialClient,
  rule: ResultRule,
  id: string,
): TaskHandle<unknown, string> {
  const look = sharedLook(client, id);
  return {
    id,
    async wait(options) {
      for await (const task of polled(look, options)) {
        const { status, result, error } = task;
        if (status === "completed") return toOutcome(rule, result);
        if (status === "failed" || status === "cancelled")
          throw new UnfinishedTask(id, status, isObject(error) ? error : undefined);
      }
      throw new Error(`The polling of task ${id} has no end.`);
    },
    async *progress(options) {
      let last: string | undefined;
      for await (const task of polled(look, options)) {
        const state = readState(task);
        if (JSON.stringify(state) === last) continue;
        last = JSON.stringify(state);
        yield state;
      }
    },
    async cancel() {
      await request(client, "tasks/cancel", id);
    },
  };
}

function readState({ status, statusMessage }: JsonObject): TaskState {
  return {
    status: status as TaskState["status"],
    ...(typeof statusMessage === "string" && { message: statusMessage }),
  };
}

/**
 * Returns a function that asks for a task. Calls at the same time share one request, since that request also asks the user the questions
 * of the task, each of them once.
 */
function sharedLook(client: OfficialClient, id: string): () => Promise<JsonObject> {
  let open: Promise<JsonObject> | undefined;
  return () => {
    open ??= request(client, "tasks/get", id).finally(() => {
      open = undefined;
    });
    return open;
  };
}

const defaultPollMs = 5_000;

/** Asks for a task as often as its server wants it, until it has ended. */
async function* polled(look: () => Promise<JsonObject>, { signal }: TaskWaitOptions = {}) {
  for (;;) {
    const task = await unlessAborted(look(), signal);
    // Without a status, this is the acknowledgement of an answer to the questions of the task.
    if (task.status === undefined) continue;
    yield task;
    if (task.status !== "working") return;
    const { pollIntervalMs } = task;
    await pause(typeof pollIntervalMs === "number" ? pollIntervalMs : defaultPollMs, signal);
  }
}

/** Accepts every result: the client asks for a schema of those that it does not know. */
const anyResult = {
  "~standard": { version: 1, vendor: "toolwright", validate: (value: unknown) => ({ value }) },
};

async function request(
  client: OfficialClient,
  method: "tasks/get" | "tasks/cancel",
  taskId: string,
): Promise<JsonObject> {
  if (client.request === undefined) throw new TypeError("This client cannot send requests for tasks.");
  const send = client.request.bind(client) as (...parameters: unknown[]) => Promise<unknown>;
  const result = await send({ method, params: { taskId } }, anyResult);
  if (!isObject(result)) throw new TypeError(`${method} returned a value that is not an object.`);
  return result;
}

function pause(ms: number, signal: AbortSignal | undefined): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const passed = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, ms);
  });
  return unlessAborted(passed, signal).finally(() => clearTimeout(timer));
}

/** Rejects with the reason of a signal that aborts before the promise settles. */
function unlessAborted<Value>(promise: Promise<Value>, signal: AbortSignal | undefined): Promise<Value> {
  if (signal === undefined) return promise;
  return new Promise((resolve, reject) => {
    const stop = () => reject(signal.reason);
    if (signal.aborted) stop();
    signal.addEventListener("abort", stop, { once: true });
    promise.then(resolve, reject).finally(() => signal.removeEventListener("abort", stop));
  });
}
