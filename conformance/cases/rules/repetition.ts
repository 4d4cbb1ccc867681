/** The rules and cases about calls that are repeated, or that expect an earlier revision. */
import type { Pointer } from "../call-rules.ts";
import type { Arguments, OfTool } from "../case.ts";
import type { Edit } from "../edits.ts";

/** Calls with the same key and arguments have one effect. */
export interface IdempotencyRule {
  /** The place in the spec. */
  readonly at: string;
  /** The argument with the key. */
  readonly key: Pointer;
  /** Places at which the result of a repeated call equals the first result. */
  readonly same: readonly Pointer[];
  /** The place that is `true` in the result of a repeated call, and in no first one. */
  readonly replayed?: Pointer;
  /** The code with which a used key with other arguments is refused; absent: any code. */
  readonly refused?: string;
}

/** A call that expects another revision of the entity than the present one is refused. */
export interface RevisionRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity whose id the tool takes. */
  readonly entity: string;
  /** The argument with the revision that the caller has seen. */
  readonly argument: Pointer;
  /** A tool that shows the entity, and the place of the revision in its result, or in an item of its list. */
  readonly shownBy: { readonly tool: string; readonly path: Pointer };
  /** The code of the refusal; absent: any code. */
  readonly refused?: string;
  /** Other tools whose examples show a higher revision than a new entity has: their calls move it, too. */
  readonly movedBy?: readonly string[];
}

/** A call that is repeated with its key. */
export type ReplayCase = OfTool &
  Arguments & { readonly kind: "replay" } & (
    | { readonly check: "same" | "at-once" }
    | {
        readonly check: "other-arguments";
        /** A pointer to the argument that is changed. */
        readonly argument: string;
        /** The entity whose id the argument is: another one is made. */
        readonly entity?: string;
        /** Edits, each of which gives the argument another valid value. */
        readonly others: readonly (readonly Edit[])[];
      }
    | {
        readonly check: "defaults";
        /** Edits that write defaults out, or leave them out: the arguments mean the same. */
        readonly same: readonly Edit[];
      }
  );

/** A call that expects a revision of its entity. */
export type ConcurrencyCase = OfTool &
  Arguments & {
    readonly kind: "concurrency";
    /**
     * `moves`, `stays`: with the present revision the call passes, and the revision moves, or does not. `stale`: with an earlier one
     * it is refused; `unknown`: with one that the entity has not had. `at-once`: of two calls that expect the same one, one passes.
     */
    readonly check: "moves" | "stays" | "stale" | "unknown" | "at-once";
    /** The same call with another value, if there is one. */
    readonly variant?: Arguments;
    /** For `stale`: other calls that may move the revision. */
    readonly others: readonly Arguments[];
  };
