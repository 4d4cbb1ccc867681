/** Lets the calls of clients that take tasks last long enough to become tasks. */
import { setTimeout as delay } from "node:timers/promises";
import type { Call } from "@toolwright/runtime";
import type { Tool } from "../model/operation.ts";

/** The part of a call that says whether it may become a task, and reports on it. */
export type LongCall = Pick<Call, "inBackground" | "signal" | "progress">;

const steps = 3;
const stepMs = 1_000;

/** Answers a call. If its client takes a task, that is when the call has become one, and has worked as one for three seconds. */
export function workAsTask({ behaviour: { task } }: Tool, call: LongCall, answer: () => unknown): unknown {
  return task !== undefined && call.inBackground ? work(task.afterSeconds, call).then(answer) : answer();
}

async function work(afterSeconds: number, call: LongCall): Promise<void> {
  const options = { signal: call.signal };
  await delay(afterSeconds * 1_000, undefined, options);
  for (let step = 1; step <= steps; step += 1) {
    await delay(stepMs, undefined, options);
    call.progress(step, steps);
  }
}
