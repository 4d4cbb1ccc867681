/** A worker thread that derives the cases of some tools of a model, and posts those of each tool as soon as they are derived. */
import { once } from "node:events";
import { parentPort, workerData } from "node:worker_threads";
import { caseContextWith } from "./case-context.ts";
import type { WorkerData } from "./derive-many.ts";
import { deriveTool } from "./derive-tools.ts";
import type { ExampleValues } from "./example-values.ts";

const { model, tools } = workerData as WorkerData;
const [exampleValues] = await once(parentPort!, "message");
const context = caseContextWith(model, exampleValues as ExampleValues);
for (const index of tools) parentPort!.postMessage(deriveTool(context, index));
