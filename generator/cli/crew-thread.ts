/** A thread of the crew: answers indices of tools with what these contribute to the case file. */
import { parentPort, workerData } from "node:worker_threads";
import { deriveHere } from "../cases/derived.ts";
import type { Model } from "../model.ts";

parentPort!.on("message", async (tools: readonly number[]) => {
  parentPort!.postMessage(await deriveHere(workerData as Model, tools));
});
