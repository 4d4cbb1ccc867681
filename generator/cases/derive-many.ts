/** Derives the cases of many tools, in a worker thread where that is faster. */
import { on } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Model } from "../model/model.ts";
import { caseContextFor } from "./case-context.ts";
import { deriveTool, type ToolCases } from "./derive-tools.ts";

/** Input of the worker thread. The values of the examples follow in a message. */
export interface WorkerData {
  readonly model: Model;
  /** Indices of tools. */
  readonly tools: readonly number[];
}

/** A worker thread takes longer to start than fewer tools take to derive. */
const minToolsForWorker = 200;

/**
 * Derives the cases of the tools with these indices. For many tools a worker thread does it while this thread makes the other
 * files: the cases are a third of the work of a large spec.
 */
export async function deriveMany(model: Model, tools: readonly number[]): Promise<readonly ToolCases[]> {
  if (tools.length < minToolsForWorker || availableParallelism() < 2)
    return tools.map((index) => deriveTool(caseContextFor(model), index));
  const worker = startWorker({ model, tools });
  try {
    // The thread loads its code while this one collects the values.
    worker.postMessage(caseContextFor(model).exampleValues);
    return await resultsOf(worker, tools.length);
  } finally {
    void worker.terminate();
  }
}

function startWorker(workerData: WorkerData): Worker {
  const extension = extname(import.meta.filename);
  return new Worker(new URL(`./worker${extension}`, import.meta.url), {
    workerData,
    // In a clone, the packages of this repository are imported from their sources. Threads do not inherit the hooks of the main thread.
    ...(extension === ".ts" && { execArgv: ["--conditions=toolwright-source"] }),
  });
}

/** The results come one by one, so that they are copied while the thread still works, not at the end. */
async function resultsOf(worker: Worker, count: number): Promise<ToolCases[]> {
  const results: ToolCases[] = [];
  for await (const [result] of on(worker, "message")) {
    results.push(result);
    if (results.length === count) break;
  }
  return results;
}
