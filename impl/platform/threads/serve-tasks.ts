/** The side of the thread: runs one task after the other, as `work-thread.ts` sends them. */
import { parentPort } from "node:worker_threads";
import type { SentTask, Tasks, ThreadMessage } from "./work-thread.ts";

export function serveTasks(tasks: Tasks): void {
  parentPort!.on("message", async ({ name, input }: SentTask) => {
    const run = tasks[name] as (given: unknown) => unknown;
    send(await answer(() => run(input)));
  });
  send({ isReady: true });
}

function send(message: ThreadMessage): void {
  parentPort!.postMessage(message);
}

async function answer(run: () => unknown): Promise<ThreadMessage> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) };
  }
}
