/** The part of the model about intervals that must not overlap. */
import type { SpecLocation } from "../diagnostics/diagnostic.ts";

/** A call is refused if the interval in its arguments overlaps that of another entity in the same place. Places are JSON Pointers. */
export interface Overlap {
  /** The entity that has the interval. */
  readonly entity: string;
  /** The argument with the start of the interval. */
  readonly start: string;
  /** The argument with its end; undefined where the call has a length. */
  readonly end?: string;
  /** The argument with its length, and the unit of that number. */
  readonly length?: string;
  /** The unit of `length`. */
  readonly unit?: IntervalUnit;
  /** The arguments that name the place. */
  readonly within: readonly string[];
  /** The states in which an entity has its interval; undefined: until it is ended. */
  readonly while?: readonly string[];
  /** Whether the end belongs to the interval, so that intervals that touch overlap. */
  readonly includesEnd: boolean;
  /** The code of the refusal. */
  readonly refused: string;
  /** Its location in the spec. */
  readonly at: SpecLocation;
}

/** The unit of the length of an interval. */
export type IntervalUnit = "seconds" | "minutes" | "hours" | "days";
