/** The thread that reads texts of accounts: one after the other, as `reading-thread.ts` sends them. */
import { parentPort } from "node:worker_threads";
import { readers } from "./reading.ts";
import type { ReadingResult, ReadingTask } from "./reading-thread.ts";

parentPort!.on("message", ({ name, input }: ReadingTask) => {
  parentPort!.postMessage(answer(() => (readers[name] as (given: unknown) => unknown)(input)));
});

parentPort!.postMessage({ isReady: true } satisfies ReadingResult);

function answer(read: () => unknown): ReadingResult {
  try {
    return { result: read() };
  } catch (error) {
    return { error: (error as Error).stack ?? String(error) };
  }
}
