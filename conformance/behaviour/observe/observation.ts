/** Observations of an entity by tools at one moment, and differences between two observations. */
import { differences } from "@toolwright/runtime/json";
import type { Json } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import type { Called } from "../calls/called.ts";
import type { EntityInstance } from "../instances/entity-instance.ts";

/** The observation of an entity by one tool. */
export interface Snapshot {
  /** The tool that shows it. */
  readonly tool: string;
  /** The instance; absent if a whole account is observed. */
  readonly of?: EntityInstance;
  /** The result, or the item of a list. */
  readonly value?: Json;
  /** The reason why there is no value: the code of a refusal, or "not in the list". */
  readonly absent?: string;
  /** Set if the list could not be read to its end, so that a missing item proves nothing. */
  readonly unknown?: true;
  /** The call of the tool. */
  readonly called: Called;
}

/** The observations of an entity by all observers at one moment, in the order of the spec. */
export type Observation = readonly Snapshot[];

/** A place of an observation that has changed. */
export interface Change {
  /** The tool that shows it. */
  readonly tool: string;
  /** The instance; absent if a whole account is observed. */
  readonly of?: EntityInstance | undefined;
  /** A JSON Pointer into the result or item. */
  readonly at: string;
  /** The value in the first observation; undefined if it had none. */
  readonly before: Json | undefined;
  /** The value in the second observation; undefined if it has none. */
  readonly after: Json | undefined;
  /** The call that shows the second value. */
  readonly called: Called;
}

/** Finds the snapshot by the same observer of the same instance in another observation. */
export function findSnapshot(
  { tool, of }: Pick<Change, "tool" | "of">,
  observation: Observation,
): Snapshot | undefined {
  return observation.find((snapshot) => snapshot.tool === tool && snapshot.of === of);
}

/** Lists every place that differs between two observations by the same observers. */
export function compareObservations(before: Observation, after: Observation): Change[] {
  return before.flatMap((was) => {
    const is = findSnapshot(was, after);
    return is === undefined || was.unknown || is.unknown ? [] : compareSnapshots(was, is);
  });
}

function compareSnapshots(was: Snapshot, is: Snapshot): Change[] {
  const { tool, of, called } = is;
  if (was.absent !== undefined || is.absent !== undefined) {
    if (was.absent === is.absent) return [];
    return [{ tool, of, at: "", before: was.value ?? was.absent, after: is.value ?? is.absent, called }];
  }
  return differences(was.value, is.value, Number.POSITIVE_INFINITY).map(({ at, expected, actual }) => ({
    tool,
    of,
    at,
    before: expected as Json | undefined,
    after: actual as Json | undefined,
    called,
  }));
}

/** Formats a place, with list indexes replaced by `*`. */
export function showPlace({ tool, at }: Pick<Change, "tool" | "at">): string {
  return `${tool} ${toPattern(at)}`;
}

export function describeChange({ tool, at, before, after }: Change): string {
  return `${tool}: ${describeDifference({ at, expected: before, actual: after })}`;
}
