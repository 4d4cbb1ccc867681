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
  parentPort!.postMessage(message, "result" in message ? ownMemory(message.result) : []);
}

/** The memory of bytes in a result, which the other thread gets without a copy: the bytes themselves, or a part of an object. */
function ownMemory(result: unknown): ArrayBuffer[] {
  const parts = result instanceof Uint8Array ? [result] : Object.values(result ?? {});
  return parts.filter(hasOwnMemory).map(({ buffer }) => buffer);
}

/** Buffers often share memory with others. */
function hasOwnMemory(part: unknown): part is Uint8Array<ArrayBuffer> {
  return (
    part instanceof Uint8Array &&
    part.buffer instanceof ArrayBuffer &&
    part.byteLength === part.buffer.byteLength
  );
}

async function answer(run: () => unknown): Promise<ThreadMessage> {
  try {
    return { result: await run() };
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) };
  }
}
