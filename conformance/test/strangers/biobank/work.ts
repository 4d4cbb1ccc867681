/** The machines of the laboratory: each step of an assay takes a moment, and a hook can hold them. */
export type StepEnd = "done" | "failed";

const stepMs = 120;
const waiting: ((end: StepEnd) => void)[] = [];
let isHeld = false;

export function runLater(step: (end: StepEnd) => void): void {
  setTimeout(() => {
    if (isHeld) waiting.push(step);
    else step("done");
  }, stepMs).unref();
}

/** Holds steps, or lets them go on. Returns the number of steps that wait. */
export function holdWork(hold: boolean | undefined, step: StepEnd | undefined): number {
  isHeld = hold ?? isHeld;
  if (step !== undefined) waiting.shift()?.(step);
  if (!isHeld) for (const each of waiting.splice(0)) each("done");
  return waiting.length;
}
