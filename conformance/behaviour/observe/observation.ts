/** What tools say of an entity at one moment, and what differs between two moments. */
import { differences } from "@toolwright/runtime/json";
import type { NamedEntity } from "../../calls/named-entity.ts";
import type { Json } from "../../cases/edits.ts";
import { toPattern } from "../../cases/places.ts";
import { describeDifference } from "../../judge/difference.ts";
import type { Called } from "../calls/called.ts";

/** What one tool says of an entity. */
export interface Snapshot {
  readonly tool: string;
  /** The instance; absent where a whole account is observed. */
  readonly of?: NamedEntity;
  /** The result, or the item of a list. */
  readonly value?: Json;
  /** Why there is no value: the code of a refusal, or that the list does not have it. */
  readonly absent?: string;
  /** A list that could not be read to its end tells nothing about what it did not show. */
  readonly unknown?: true;
  readonly called: Called;
}

/** What all observers say of an entity at one moment, in the order of the spec. */
export type Observation = readonly Snapshot[];

/** A place in an observation that is not as it was. */
export interface Change {
  readonly tool: string;
  /** JSON Pointer into the result or item. */
  readonly at: string;
  readonly before: Json | undefined;
  readonly after: Json | undefined;
  readonly called: Called;
}

/** What the same observer says of the same instance in another observation. */
export function findSnapshot({ tool, of }: Snapshot, observation: Observation): Snapshot | undefined {
  return observation.find((snapshot) => snapshot.tool === tool && snapshot.of === of);
}

/** Every place that differs between two observations by the same observers. */
export function compareObservations(before: Observation, after: Observation): Change[] {
  return before.flatMap((was) => {
    const is = findSnapshot(was, after);
    return is === undefined || was.unknown || is.unknown ? [] : compareSnapshots(was, is);
  });
}

function compareSnapshots(was: Snapshot, is: Snapshot): Change[] {
  const { tool, called } = is;
  if (was.absent !== undefined || is.absent !== undefined) {
    if (was.absent === is.absent) return [];
    return [{ tool, at: "", before: was.value ?? was.absent, after: is.value ?? is.absent, called }];
  }
  return differences(was.value, is.value, Number.POSITIVE_INFINITY).map(({ at, expected, actual }) => ({
    tool,
    at,
    before: expected as Json | undefined,
    after: actual as Json | undefined,
    called,
  }));
}

/** The place in every item of its lists. */
export function showPlace({ tool, at }: Pick<Change, "tool" | "at">): string {
  return `${tool} ${toPattern(at)}`;
}

export function describeChange({ tool, at, before, after }: Change): string {
  return `${tool}: ${describeDifference({ at, expected: before, actual: after })}`;
}
