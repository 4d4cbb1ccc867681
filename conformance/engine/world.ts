/** What attempts need of a server and of time. Unit tests have a simulated server in its place. */
import type { Called } from "../behaviour/calls/called.ts";
import type { Change, Observation } from "../behaviour/observe/observation.ts";
import type { Json } from "../cases/edits.ts";
import type { Act, Given, Spec, Things } from "./law.ts";

export interface World {
  readonly spec: Spec;
  readonly instances: WorldInstances;
  readonly observations: WorldObservations;
  readonly callers: WorldCallers;
}

/** Things, and the arguments of calls about them. */
export interface WorldInstances {
  make(given: readonly Given[]): Promise<Things>;
  /** Returns the arguments of a call, without the edits whose value is known later. It may make other things. */
  prepare(act: Act, things: Things): Promise<Json>;
  /** Applies all edits of a call. */
  edit(act: Act, prepared: Json): Json;
}

/** Observations of things. */
export interface WorldObservations {
  observe(watch: readonly string[], things: Things): Promise<Observation>;
  /** Whether a declared state says that the server is still working on something. */
  isAtWork(observation: Observation): boolean;
  /** Lists the differences, without locations that change by themselves and positions in lists. */
  listChanges(before: Observation, after: Observation): readonly Change[];
  /** Leaves locations out of the comparisons of the run from now on. The report lists them. */
  learnVolatile(changes: readonly Change[]): void;
}

/** Calls, and the time between them. */
export interface WorldCallers {
  /** Throws a PreconditionError if the run has no token of the account. */
  require(by: Act["by"]): Promise<void>;
  send(act: Act, input: Json): Promise<Called>;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  pass(ms: number): Promise<void>;
}
