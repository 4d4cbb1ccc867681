/** A thread that never ends reading a text that says so, as the next mistake of a reader would not; others it reads as the service does. */
import { parentPort } from "node:worker_threads";
import { readers } from "../../ai/reading.ts";
import type { ReadingTask } from "../../ai/reading-thread.ts";

parentPort!.postMessage({ isReady: true });
parentPort!.on("message", ({ name, input }: ReadingTask) => {
  for (; JSON.stringify(input).includes("never ends"); );
  parentPort!.postMessage({ result: (readers[name] as (given: unknown) => unknown)(input) });
});
