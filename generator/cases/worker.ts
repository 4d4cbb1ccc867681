/** A worker thread that derives the cases of some tools of a model, posts them and ends. */
import { parentPort, workerData } from "node:worker_threads";
import { caseContextWith } from "./case-context.ts";
import type { WorkerData } from "./derive-many.ts";
import { deriveTools } from "./derive-tools.ts";

const { model, exampleValues, tools } = workerData as WorkerData;
parentPort!.postMessage(deriveTools(caseContextWith(model, exampleValues), tools));
