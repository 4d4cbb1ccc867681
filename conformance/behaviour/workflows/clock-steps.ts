/** Steps of workflows that stop the clock of the target, or move it to a time. */
import type { JsonObject } from "../../cases/edits.ts";
import { parseTime } from "../../cases/times.ts";
import type { StepRule, WorkflowRule } from "../../cases/workflows.ts";
import { PreconditionError } from "../../results/precondition-error.ts";
import { type Clock, doesStand, letClockGoOn, readNow } from "../clock.ts";

/** Whether the clock of the target stands from this step on. It goes on when the workflow has ended. */
export function stopsClock({ hook, payload }: StepRule): boolean {
  return hook === "clock" && payload.still === true;
}

/** Lets the clock go on after the last step of a workflow that stops it, also where a step failed. */
export function letClockGoOnAfter<Run>(
  performed: Promise<Run>,
  step: StepRule,
  { steps }: WorkflowRule,
  clock: Clock,
): Promise<Run> {
  const isEnd = step === steps.at(-1) && steps.some(stopsClock);
  return isEnd ? performed.finally(() => letClockGoOn(clock)) : performed;
}

/** Throws a PreconditionError if the clock goes on although it was stopped. */
export async function requireStop(clock: Clock): Promise<void> {
  if (await doesStand(clock, await readNow(clock))) return;
  throw new PreconditionError("no-control", "the hook clock does not stop the clock of the target");
}

/** Whether a step moves the clock to a time. */
export function movesUntil({ hook, payload }: StepRule): boolean {
  return hook === "clock" && payload.until !== undefined;
}

/** Returns the move of the clock to the last second before a time. The hook takes whole seconds. */
export async function readMove({ until = null, ...move }: JsonObject, clock: Clock): Promise<JsonObject> {
  const ahead = (parseTime(String(until)) - (await readNow(clock))) / 1_000;
  if (Number.isNaN(ahead)) throw new PreconditionError("undeclared", `${JSON.stringify(until)} is no time`);
  return { ...move, seconds: Math.max(0, Math.ceil(ahead) - 1) };
}
