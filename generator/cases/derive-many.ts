/** Derives the cases of many tools, in a worker thread where that is faster. */
import { once } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Model } from "../model/model.ts";
import { caseContextFor } from "./case-context.ts";
import { deriveTools, type ToolCases } from "./derive-tools.ts";
import type { ExampleValues } from "./example-values.ts";

/** Input of the worker thread. */
export interface WorkerData {
  readonly model: Model;
  readonly exampleValues: ExampleValues;
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
  const context = caseContextFor(model);
  if (tools.length < minToolsForWorker || availableParallelism() < 2) return deriveTools(context, tools);
  const extension = extname(import.meta.filename);
  const worker = new Worker(new URL(`./worker${extension}`, import.meta.url), {
    workerData: { model, exampleValues: context.exampleValues, tools } satisfies WorkerData,
    // In a clone, the packages of this repository are imported from their sources. Threads do not inherit the hooks of the main thread.
    ...(extension === ".ts" && { execArgv: ["--conditions=toolwright-source"] }),
  });
  const [message] = await once(worker, "message");
  return message as ToolCases[];
}
