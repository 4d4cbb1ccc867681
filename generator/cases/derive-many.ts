import { once } from "node:events";
import { availableParallelism } from "node:os";
import { extname } from "node:path";
import { Worker } from "node:worker_threads";
import type { Model } from "../model/model.ts";
import { deriveTools, type ToolCases } from "./derived.ts";

/** What the worker thread gets. */
export interface WorkerData {
  readonly model: Model;
  /** Indices of tools. */
  readonly tools: readonly number[];
}

/** Fewer tools are derived in the time in which a worker thread starts. */
const worthAWorker = 200;

/**
 * Derives what some tools of a model contribute. Of many tools a worker thread does it, while this thread makes the other
 * files: it is a third of the work of a large spec.
 */
export async function deriveMany(model: Model, tools: readonly number[]): Promise<readonly ToolCases[]> {
  if (tools.length < worthAWorker || availableParallelism() < 2) return deriveTools(model, tools);
  const extension = extname(import.meta.filename);
  const worker = new Worker(new URL(`./worker${extension}`, import.meta.url), {
    workerData: { model, tools } satisfies WorkerData,
    // In a clone, the packages of this repository are imported from their sources. Threads do not inherit hooks that say so.
    ...(extension === ".ts" && { execArgv: ["--conditions=toolwright-source"] }),
  });
  const [message] = await once(worker, "message");
  return message as ToolCases[];
}
