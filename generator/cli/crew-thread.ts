/** A thread of the crew: takes a few tools at a time, tells what these contribute to the case file, and ends with the last. */
import { parentPort, workerData } from "node:worker_threads";
import { deriveHere } from "../cases/derived.ts";
import type { Share, Work } from "./crew.ts";

/** Few enough for all threads to end at the same time. */
const atATime = 8;

const { model, tools, taken } = workerData as Work;
for (;;) {
  const from = Atomics.add(taken, 0, atATime);
  if (from >= tools.length) break;
  const share: Share = [from, await deriveHere(model, tools.slice(from, from + atATime))];
  parentPort!.postMessage(share);
}
