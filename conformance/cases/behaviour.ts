/**
 * What a spec declares about behaviour, resolved: tools by their names on the wire, places in values as JSON Pointers, failures
 * by their codes. In a `Pattern` the step `*` stands for every item of an array and every entry of a map.
 */
import type { CallOfEntity, CallRule, Pattern, Place, Pointer } from "./call-rules.ts";
import type { Json } from "./edits.ts";
import type { DrawRule, LimitRule } from "./limits.ts";
import type { WorkflowRule } from "./workflows.ts";

export interface Behaviour {
  readonly entities: Readonly<Record<string, EntityRule>>;
  /** State machine -> its rule. */
  readonly states: Readonly<Record<string, StateRule>>;
  /** The limits that a call can observe: all but those that only bound arguments. */
  readonly limits: Readonly<Record<string, LimitRule>>;
  /** Tool -> its rule. */
  readonly idempotency: Readonly<Record<string, IdempotencyRule>>;
  /** Tool -> its rule. */
  readonly pages: Readonly<Record<string, PagesRule>>;
  /** Tool -> the quota that its calls draw from. */
  readonly draws: Readonly<Record<string, DrawRule>>;
  /** Output fields that need a scope. */
  readonly fields: readonly FieldRule[];
  /** Tool -> sums that hold in each of its results. */
  readonly sums: Readonly<Record<string, readonly SumRule[]>>;
  /** Tool -> places of its results that repeat an argument. */
  readonly repeats: Readonly<Record<string, readonly RepeatRule[]>>;
  /** Tool -> the files that its results describe. */
  readonly files: Readonly<Record<string, readonly FileRule[]>>;
  /** Workflow -> its steps. */
  readonly workflows: Readonly<Record<string, WorkflowRule>>;
}

export interface EntityRule {
  readonly at: string;
  /** Absent where no tool makes one. */
  readonly madeBy?: CallRule & {
    /** The id in the result. */
    readonly path: Pointer;
  };
  readonly endedBy?: CallOfEntity;
  /** The code with which accounts without access are refused. */
  readonly private?: string;
  /** Every argument of any tool that takes an id of the entity. */
  readonly arguments: readonly Place[];
  /** Every place of a result that has an id of the entity. */
  readonly results: readonly Place[];
  /** How the entity shows: by a tool that takes its id, by a tool that lists ids, or by one that does both. */
  readonly observedBy: readonly ObserverRule[];
}

export interface ObserverRule extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id?: Pointer;
  /** The ids in the result. */
  readonly list?: Pattern;
}

export interface StateRule {
  readonly at: string;
  /** The entity that has these states. Absent where the tools that show and change the state take the id of none. */
  readonly entity?: string;
  /** The call that shows the state. `id` is absent where `entity` is. */
  readonly field: CallRule & {
    readonly id?: Pointer;
    readonly path: Pointer;
    /** The seconds after which the state is worth reading again, in the result. */
    readonly poll?: Pointer;
  };
  readonly initial: string;
  readonly states: readonly string[];
  /** The code of transitions that the state of the entity does not allow. */
  readonly refused?: string;
  /** Those that calls make. */
  readonly transitions: Readonly<Record<string, TransitionRule>>;
  /** Those that the server makes by itself. */
  readonly serverTransitions: Readonly<Record<string, ServerTransitionRule>>;
}

export interface TransitionRule {
  readonly at: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly by: CallRule & { readonly id?: Pointer };
  /** The id of the entity is the idempotency key of the tool: the call can be repeated, whatever became of the entity. */
  readonly isRepeatable?: true;
}

export interface ServerTransitionRule {
  readonly at: string;
  readonly from: readonly string[];
  readonly to: string;
  /** The states of `from` last at most this many seconds. */
  readonly within?: number;
  /** The transition is made after this number of seconds, and not before. */
  readonly after?: number;
}

export interface IdempotencyRule {
  readonly at: string;
  /** The argument with the key. */
  readonly key: Pointer;
  /** Places in which the result of a repeated call equals the first one. */
  readonly same: readonly Pointer[];
}

export interface PagesRule {
  readonly at: string;
  /** The call of the first page. */
  readonly first: CallRule;
  /** The argument that takes the cursor. */
  readonly cursor: Pointer;
  /** The cursor of the next page in the result: absent or null on the last page. */
  readonly next: Pointer;
  /** The items in the result. */
  readonly items: Pointer;
  /** The id in an item. */
  readonly id: Pointer;
  /** The number of items on all pages, in the result. */
  readonly total?: Pointer;
  /** The argument with the largest number of items of a page. */
  readonly limit?: { readonly argument: Pointer; readonly min?: number; readonly max?: number };
  readonly filters: Readonly<Record<string, FilterRule>>;
}

/** Every item has, at `path`, a value that the argument allows. */
export interface FilterRule {
  readonly argument: Pointer;
  /** Place in an item. */
  readonly path: Pointer;
  readonly is: "equal" | "contains" | "at-least" | "at-most" | "below";
  /** The time zone (`UTC`, `+02:00`) in which the argument can be a day, which stands for the whole of it. */
  readonly days?: string;
  /** The values that the argument can have, where they are few. */
  readonly values?: readonly Json[];
}

export interface FieldRule {
  readonly at: string;
  readonly tool: string;
  readonly scope: string;
  readonly path: Pattern;
}

/** The numbers at `parts` add up to the one at `total`. */
export interface SumRule {
  readonly at: string;
  readonly parts: readonly Pattern[];
  readonly total: Pointer;
}

/** The result has at `path` what the call had at `argument`. */
export interface RepeatRule {
  readonly at: string;
  readonly argument: Pointer;
  readonly path: Pointer;
}

/** Places that describe the file at the URL: its SHA-256 in hexadecimal, its bytes, the name that it is saved under. */
export interface FileRule {
  readonly at: string;
  readonly url: Pointer;
  readonly sha256?: Pointer;
  readonly size?: Pointer;
  readonly name?: Pointer;
}
