/** The rules and cases about intervals that must not overlap in one place. */
import type { Pointer } from "./call-rules.ts";
import type { Arguments, Common } from "./case.ts";
import type { Json } from "./edits.ts";

/** A call is refused if the interval in its arguments overlaps that of another entity in the same place. */
export interface OverlapRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity that has the interval. */
  readonly entity: string;
  /** The argument with the start: a time, a day or a number. */
  readonly start: Pointer;
  /** The argument with the end; absent where `length` says how long the interval is. */
  readonly end?: Pointer;
  /** The argument with the length; absent where `end` ends the interval. */
  readonly length?: Pointer;
  /** The unit of the length. */
  readonly unit?: "seconds" | "minutes" | "hours" | "days";
  /** The arguments that name the place. */
  readonly within: readonly Pointer[];
  /** Whether intervals overlap that only touch. */
  readonly includesEnd: boolean;
  /** The code of the refusal. */
  readonly refused: string;
}

/** Names how an interval lies, compared with an earlier one. `before` and `after` touch it, `apart-before` and `apart-after` do not. */
export type IntervalRelation =
  | "equal"
  | "around"
  | "inside"
  | "over-start"
  | "over-end"
  | "before"
  | "after"
  | "apart-before"
  | "apart-after";

/** A call with an interval, beside one that was made before. */
export type OverlapCase = Common &
  Arguments & {
    readonly kind: "states";
    readonly tool: string;
    /** An index of the rules of the tool. */
    readonly rule: number;
  } & (
    | {
        readonly check: "overlap";
        readonly relation: IntervalRelation;
        readonly isRefused: boolean;
      }
    /** The same interval in another place: this argument has another value, which is one of `values` where it is no id. */
    | { readonly check: "overlap-elsewhere"; readonly argument: Pointer; readonly values: readonly Json[] }
    /** The same interval, while the earlier entity is in a state. */
    | {
        readonly check: "overlap-in-state";
        readonly machine: string;
        readonly state: string;
        readonly isRefused: boolean;
      }
    /** The same interval, after the earlier entity was ended. */
    | { readonly check: "overlap-after-end" }
    /**
     * The tool `mover` gives an entity the interval of an earlier one, in whose place it is or, by `argument`, comes; or, alone in its
     * place, an interval that overlaps its own.
     */
    | {
        readonly check: "overlap-moved";
        readonly mover: string;
        readonly onto: "earlier" | "itself";
        readonly argument?: Pointer;
      }
    /** One of the equal intervals that are sent at once is accepted. */
    | { readonly check: "overlap-at-once" }
  );
