/** What attempts need of a server and of time. Unit tests have a simulated server in its place. */
import type { Called } from "../behaviour/calls/called.ts";
import type { EntityInstance } from "../behaviour/instances/entity-instance.ts";
import type { Change, Observation } from "../behaviour/observe/observation.ts";
import type { Json } from "../cases/edits.ts";
import type { Act, Attempt, Given, Made, Reading, Spec, Things } from "./law.ts";

export interface World {
  readonly spec: Spec;
  readonly instances: WorldInstances;
  readonly observations: WorldObservations;
  readonly callers: WorldCallers;
}

/** Things, and the arguments of calls about them. */
export interface WorldInstances {
  make(given: readonly Given[]): Promise<Things>;
  /**
   * Returns the arguments of a call, without the edits whose value is known later. It may make other things.
   * @param isChanged whether calls have changed the things since they were made
   */
  prepare(act: Act, things: Things, isChanged: boolean): Promise<PreparedCall>;
  /** Describes a thing that a call has made; undefined if its result has no id of it. */
  describeMade(made: Made, called: Called, things: Things): EntityInstance | undefined;
  /** Applies all edits of a call. @param readings the values of its readings */
  edit(act: Act, prepared: Json, things: Things, readings: ReadonlyMap<Reading, Json>): Json;
  /** Takes the things of earlier attempts with the same given ones and other calls. */
  takeUsed(attempt: Attempt): UsedThings | undefined;
  /** @param used `calls`: those before the attempt */
  keepUsed(attempt: Attempt, used: Required<UsedThings>): void;
}

export interface PreparedCall {
  readonly input: Json;
  /** Whether calls have led its things to another state. */
  readonly isMoved: boolean;
}

/** Things that an attempt has used, and its last observation of them. */
export interface UsedThings {
  readonly things: Things;
  /** Absent if that attempt watched other things. */
  readonly observation?: Observation;
  /** The calls that were made about them. The same call again might have no effect, and hide a fault. */
  readonly calls: readonly string[];
}

/** Observations of things. */
export interface WorldObservations {
  observe(watch: readonly string[], things: Things): Promise<Observation>;
  /** Reads a location of a thing. Throws a PreconditionError if nothing is there. */
  read(reading: Reading, thing: EntityInstance): Promise<Json>;
  /** Whether a declared state says that the server is still working on something. */
  isAtWork(observation: Observation): boolean;
  /** Whether the run has learned that a location changes by itself. */
  isVolatile(location: Pick<Change, "tool" | "at">): boolean;
  /** Lists the differences, without locations that change by themselves and positions in lists. */
  listChanges(before: Observation, after: Observation): readonly Change[];
  /** Leaves locations out of the comparisons of the run from now on. The report lists them. */
  learnVolatile(changes: readonly Change[]): void;
}

/** Calls, and the time between them. */
export interface WorldCallers {
  /** Throws a PreconditionError if the run has no token of the account that makes a call. */
  require(act: Act): Promise<void>;
  send(act: Act, input: Json): Promise<Called>;
  /** Sends calls at the same time, over connections that are open. */
  sendAtOnce(calls: readonly { readonly act: Act; readonly input: Json }[]): Promise<readonly Called[]>;
  /** A monotonic clock, in milliseconds. */
  now(): number;
  pass(ms: number): Promise<void>;
}
