/** The rules and cases about amounts that calls take out of a place, such as goods of a warehouse. */
import type { Pointer } from "./call-rules.ts";
import type { Arguments, OfTool } from "./case.ts";
import type { Json } from "./edits.ts";
import type { OverlapCase } from "./overlaps.ts";

/** A call takes an amount away that another tool has put into the same place: what is not there is refused. */
export interface TakeRule {
  /** The place in the spec. */
  readonly at: string;
  /** The argument with the amount. */
  readonly amount: Pointer;
  /** The arguments that name the place, of this tool and of the one that puts something in, unless that makes it. */
  readonly within: readonly Pointer[];
  /** The tool that puts something in, and its argument with the amount. */
  readonly putBy: {
    readonly tool: string;
    readonly amount: Pointer;
    /** The entity that is the place, if the tool makes it with the amount in it; absent: the tool puts the amount into any place. */
    readonly makes?: string;
  };
  /** The code of the refusal. */
  readonly refused: string;
}

/** A call that takes something out of a place, after calls that put something in. `put` has the arguments of these. */
export type TakeCase = OfTool &
  Arguments & { readonly kind: "effects"; readonly put: Arguments } & (
    | {
        readonly check: /** Nothing was put in. */
          | "take-nothing"
          /** All that was put in; one more; and once more after all was taken. */
          | "take-all"
          | "take-more"
          | "take-twice"
          /** All that was put in, sent at once: one passes. */
          | "take-at-once";
      }
    /** Something was put into a place that differs in this argument, which is one of `values` where it is no id; or as much is in each of two new places, and one more than that is taken. */
    | { readonly check: "take-elsewhere"; readonly argument: Pointer; readonly values: readonly Json[] }
    /** Another tool has taken all. */
    | { readonly check: "take-after"; readonly taker: string; readonly taken: Arguments }
  );

/** A case about what is in one place. */
export type PlaceCase = OverlapCase | TakeCase;
