/** A worker thread that derives the cases of some tools of a model, posts them and ends. */
import { parentPort, workerData } from "node:worker_threads";
import type { WorkerData } from "./derive-many.ts";
import { deriveTools } from "./derive-tools.ts";

const { model, tools } = workerData as WorkerData;
parentPort!.postMessage(deriveTools(model, tools));
