/** Notifies clients of the changes of their tasks, on `subscriptions/listen` (MCP 2026-07-28, SEP-2663). */

import { takesTasks } from "../calls/call-task.ts";
import { readCapabilities } from "../calls/client-requests.ts";
import type { Answer } from "../messages/answer.ts";
import type { RpcRequest } from "../messages/message.ts";
import type { Caller } from "../service/caller.ts";
import { describeInDetail, hasEnded, mayRead, type StoredTask } from "../tasks/task.ts";
import type { Tasks } from "../tasks/tasks.ts";
import { invalid } from "./call-method.ts";
import type { Stream } from "./change-streams.ts";
import { type MayKnow, undeclared } from "./task-methods.ts";

export interface ListenableTasks {
  readonly tasks: Tasks;
  readonly mayKnow: MayKnow;
}

const maxTasks = 100;

/** Returns the tasks that a client wants to listen to and may know of, or the answer to a wrong request. */
export async function findTasks(
  taskIds: unknown,
  { id, params }: RpcRequest,
  caller: Caller,
  listenable: ListenableTasks | undefined,
): Promise<readonly StoredTask[] | Answer> {
  if (taskIds === undefined || listenable === undefined) return [];
  if (!takesTasks(readCapabilities(params))) return undeclared(id);
  if (
    !Array.isArray(taskIds) ||
    taskIds.length > maxTasks ||
    !taskIds.every((each) => typeof each === "string")
  )
    return invalid(id, `params.notifications.taskIds must be a list of at most ${maxTasks} ids of tasks.`);
  const { tasks, mayKnow } = listenable;
  const found = await Promise.all([...new Set(taskIds)].map((taskId: string) => tasks.find(taskId, caller)));
  return found.filter((task) => task !== undefined).filter((task) => mayKnow(task, caller));
}

/** Sends the state of each task, and then each change. Returns the function that stops that. */
export function sendTasks(
  stream: Stream,
  wanted: readonly StoredTask[],
  listenable: ListenableTasks | undefined,
): () => void {
  if (wanted.length === 0 || listenable === undefined) return () => {};
  const { tasks, mayKnow } = listenable;
  const sent = new Map(wanted.map(({ id }) => [id, 0]));
  const send = (task: StoredTask) => {
    if (task.revision <= (sent.get(task.id) ?? Number.POSITIVE_INFINITY)) return;
    if (!mayRead(task, stream.caller) || !mayKnow(task, stream.caller)) return;
    sent.set(task.id, task.revision);
    if (hasEnded(task)) sent.delete(task.id);
    if (!stream.send("notifications/tasks", describeInDetail(task))) stream.end();
  };
  const look = async () => {
    for (const id of sent.keys()) {
      const task = await tasks.find(id, stream.caller).catch(() => undefined);
      if (task) send(task);
    }
  };
  for (const task of wanted) send(task);
  tasks.listeners.add(send);
  // Tasks may have changed since they were found.
  void look();
  const timer = tasks.watchMs === undefined ? undefined : setInterval(() => void look(), tasks.watchMs);
  return () => {
    tasks.listeners.delete(send);
    clearInterval(timer);
  };
}
