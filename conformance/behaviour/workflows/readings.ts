/** Compares the results of reading calls before and after a step that leaves them as they are. */
import type { Scope } from "../../cases/expressions.ts";
import type { StepRule } from "../../cases/workflows.ts";
import { readStructured } from "../calls/called.ts";
import type { Engine } from "../engine.ts";
import { describeChange, type Observation } from "../observe/observation.ts";
import { makePayload } from "./payload.ts";

/** A call that can be made again, with its result before the step. */
export interface RepeatableReading {
  readonly read: () => Promise<Observation>;
  readonly before: Observation;
}

/** Makes the reading calls of a step. Throws a PreconditionError if one does not succeed. */
export async function readBefore(
  engine: Engine,
  { unchanged = [] }: StepRule,
  scope: Scope,
): Promise<readonly RepeatableReading[]> {
  const readings: RepeatableReading[] = [];
  for (const reading of unchanged) {
    const { tool } = reading;
    const input = makePayload(reading, scope);
    const read = async (): Promise<Observation> => {
      const called = await engine.calls.requireSuccess({ tool, input });
      return [{ tool, value: readStructured(called), called }];
    };
    readings.push({ read, before: await read() });
  }
  return readings;
}

/** Describes the first change since the readings before the step. */
export async function findChange(
  engine: Engine,
  readings: readonly RepeatableReading[],
): Promise<string | undefined> {
  for (const { read, before } of readings) {
    const [change] = await engine.observer.findChanges(read, before, await read());
    if (change !== undefined) return describeChange(change);
  }
  return undefined;
}
