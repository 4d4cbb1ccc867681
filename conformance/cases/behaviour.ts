/**
 * The behaviour rules of a spec, resolved: tools by their MCP names, places in values as JSON Pointers, failures by their codes. In
 * a `Pattern` the step `*` matches every item of an array and every entry of a map.
 */
import type { CallOfEntity, CallRule, Pattern, Place, Pointer, SharingRule } from "./call-rules.ts";
import type { ChangeRule, CopyRule, ListingRule, ListRule } from "./change-rules.ts";
import type { Json } from "./edits.ts";
import type { ChargeRule, DrawRule, LimitRule } from "./limits.ts";
import type { OverlapRule } from "./overlaps.ts";
import type { TakeRule } from "./takes.ts";
import type { Condition, WorkflowRule } from "./workflows.ts";

export interface Behaviour {
  readonly entities: Readonly<Record<string, EntityRule>>;
  /** State of a whole account -> its rule. */
  readonly accountStates: Readonly<Record<string, AccountStateRule>>;
  /** State machine -> its rule. */
  readonly states: Readonly<Record<string, StateRule>>;
  /** The limits that a call can observe: all except those that only bound arguments. */
  readonly limits: Readonly<Record<string, LimitRule>>;
  /** Tool -> its rule. */
  readonly idempotency: Readonly<Record<string, IdempotencyRule>>;
  /** Tool -> its rule. */
  readonly revisions: Readonly<Record<string, RevisionRule>>;
  /** Tool -> its rule. */
  readonly pages: Readonly<Record<string, PagesRule>>;
  /** Tool -> the quota that its calls draw from. */
  readonly draws: Readonly<Record<string, DrawRule>>;
  /** Tool -> the name of what its successful calls cost in money. */
  readonly spends: Readonly<Record<string, string>>;
  /** Tool -> where it can be read what its calls have cost. */
  readonly charges: Readonly<Record<string, ChargeRule>>;
  /** Output fields that need a scope. */
  readonly fields: readonly FieldRule[];
  /** Tool -> sums that hold in each of its results. */
  readonly sums: Readonly<Record<string, readonly SumRule[]>>;
  /** Tool -> places of its results that repeat an argument. */
  readonly repeats: Readonly<Record<string, readonly RepeatRule[]>>;
  /** Tool -> conditions that each of its results meets. */
  readonly invariants: Readonly<Record<string, readonly InvariantRule[]>>;
  /** Tool -> the files that its results describe. */
  readonly files: Readonly<Record<string, readonly FileRule[]>>;
  /** Tool -> the places of other entities that its calls change. */
  readonly changes: Readonly<Record<string, readonly ChangeRule[]>>;
  /** Tool -> its rule. */
  readonly copies: Readonly<Record<string, CopyRule>>;
  /** Tool -> what the entities in its arguments have to show. */
  readonly requires: Readonly<Record<string, readonly RequirementRule[]>>;
  /** Tool -> the intervals of what it makes that do not overlap. */
  readonly overlaps: Readonly<Record<string, readonly OverlapRule[]>>;
  /** Tool -> the lists to which its calls add. */
  readonly adds: Readonly<Record<string, readonly ListRule[]>>;
  /** Tool -> the lists from which its calls remove. */
  readonly removes: Readonly<Record<string, readonly ListRule[]>>;
  /** Tool -> the conditions that decide which things its list has. */
  readonly lists: Readonly<Record<string, ListingRule>>;
  /** Tool -> the amount that its calls take away. */
  readonly takes: Readonly<Record<string, TakeRule>>;
  /** Workflow -> its steps. */
  readonly workflows: Readonly<Record<string, WorkflowRule>>;
}

/** A state of a whole account in which tools refuse it. */
export interface AccountStateRule {
  readonly at: string;
  /** The code of the refusals. */
  readonly refused: string;
  /** The tools, and resources that cases call like tools, that refuse the account. */
  readonly tools: readonly string[];
}

export interface EntityRule {
  readonly at: string;
  /** The call that creates an entity; absent if no tool makes one. */
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
  /** The calls that show the entity: of tools that take its id, that list ids, or both. */
  readonly observedBy: readonly ObserverRule[];
  /** How an account gives another one access; absent if no tool does. */
  readonly sharedBy?: SharingRule;
}

export interface ObserverRule extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id?: Pointer;
  /** The ids in the result. */
  readonly list?: Pattern;
}

export interface StateRule {
  readonly at: string;
  /** The entity that has these states; absent if the tools that show and change the state take no id. */
  readonly entity?: string;
  readonly field: StateField;
  readonly initial: string;
  readonly states: readonly string[];
  /** The transitions that calls make. */
  readonly transitions: Readonly<Record<string, TransitionRule>>;
  /** The transitions that the server makes by itself. */
  readonly serverTransitions: Readonly<Record<string, ServerTransitionRule>>;
}

/** The call that shows a state, and the place of the state in its result. Other places of the state machine are in that result, too. */
export interface StateField extends CallRule {
  /** The argument that takes the id of the entity; absent where `entity` is, or where a list shows the state. */
  readonly id?: Pointer;
  /** The place of the id of the entity in the list that shows the state. `path` and the other places are then in an item of the list. */
  readonly list?: Pattern;
  readonly path: Pointer;
  /** The place of the seconds to wait before the next reading. */
  readonly poll?: Pointer;
}

export interface TransitionRule {
  readonly at: string;
  readonly from: readonly string[];
  readonly to: string;
  readonly by: CallRule & { readonly id?: Pointer };
  /** The code that refuses the call where the state of the entity does not allow it. */
  readonly refused?: string;
  /** Places of times and counters in the result of `field` that only transitions which name them change. */
  readonly sets?: readonly Pointer[];
  /** The id of the entity is the idempotency key of the tool: the call can be repeated in any state of the entity. */
  readonly isRepeatable?: true;
}

export interface ServerTransitionRule {
  readonly at: string;
  readonly from: readonly string[];
  readonly to: string;
  /** The states of `from` last at most this many seconds. */
  readonly within?: number;
  /** The server makes the transition after this number of seconds, not before. */
  readonly after?: number;
  /** The place of the end of `after` in the result of `field`: these seconds may begin at another time of that result. */
  readonly endsAt?: Pointer;
  /** The place of a time in the result of `field`: the server makes the transition `after` seconds before it. */
  readonly before?: Pointer;
  /** The server makes the transition in calls of these tools about other entities, and not without one. */
  readonly during?: readonly string[];
  /** Places of times and counters in the result of `field` that change with it. */
  readonly sets?: readonly Pointer[];
  /** The places of other entities that change with it. Their ids stand in the result of `field`. */
  readonly changes?: readonly ChangeRule[];
}

export interface IdempotencyRule {
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

/** A list in pages, or in one piece with filters. */
export interface PagesRule {
  readonly at: string;
  /** The call of the first page. */
  readonly first: CallRule;
  /** The argument that takes the cursor; absent for a list in one piece. */
  readonly cursor?: Pointer;
  /** The cursor of the next page in the result: absent or null on the last page. Absent for a list in one piece. */
  readonly next?: Pointer;
  /** In place of a cursor: the argument that says how many items to leave out at the start. */
  readonly offset?: Pointer;
  /** The items in the result. */
  readonly items: Pointer;
  /** The id in an item; absent if the spec names none for a list in one piece. */
  readonly id?: Pointer;
  /** The number of items on all pages, in the result. */
  readonly total?: Pointer;
  /** The argument with the largest number of items of a page. */
  readonly limit?: { readonly argument: Pointer; readonly min?: number; readonly max?: number };
  readonly filters: Readonly<Record<string, FilterRule>>;
  readonly order?: OrderRule;
}

/** The order of a list, or the orders that an argument selects. */
export interface OrderRule {
  readonly argument?: Pointer;
  readonly orders: readonly {
    /** The value of the argument; absent where there is none. */
    readonly value?: string;
    /** The place in an item of a number, a time or a text. */
    readonly path: Pointer;
    readonly descending: boolean;
  }[];
}

/** Every item of a filtered list has a value at `path`, or at one of the other places, that the argument allows. */
export interface FilterRule {
  readonly argument: Pointer;
  /** The place in an item; `*` is every entry of a list in it, one of which has to fit. */
  readonly path: Pointer;
  readonly otherPaths?: readonly Pointer[];
  /** `similar`: a search, which also finds items with other values. */
  readonly is: "equal" | "contains" | "similar" | "at-least" | "at-most" | "below";
  /** The time zone (`UTC`, `+02:00`) of arguments that are a day, which means the whole day. */
  readonly days?: string;
  /** The values that the argument can have, if there are few. */
  readonly values?: readonly Json[];
}

export interface FieldRule {
  readonly at: string;
  readonly tool: string;
  readonly scope: string;
  readonly path: Pattern;
}

/** The sum of the numbers at `parts` is the number at `total`. */
export interface SumRule {
  readonly at: string;
  /** With `items`: places in an item; empty if the items are counted. */
  readonly parts: readonly Pattern[];
  readonly total: Pointer;
  readonly items?: SummedItems;
}

/** The items of a list that have one of these values at each place. */
export interface SummedItems {
  /** The list, in the result of the tool or of `list`. */
  readonly path: Pointer;
  /** The call that shows the list, by its arguments; absent: the result of the tool has it. */
  readonly list?: { readonly tool: string; readonly input: Readonly<Record<Pointer, SumValue>> };
  readonly where: Readonly<Record<Pointer, readonly SumValue[]>>;
}

/** A value of the spec, or one of the call whose result has the sum. */
export type SumValue =
  | { readonly value: Json }
  | { readonly argument: Pointer }
  | { readonly result: Pointer };

/** The result repeats at `path` the value of the call at `argument`. */
export interface RepeatRule {
  readonly at: string;
  readonly argument: Pointer;
  readonly path: Pointer;
  /** Parts of the argument that calls may leave out, below the argument, and what the server takes then. */
  readonly defaults?: readonly { readonly at: Pattern; readonly to: Json }[];
}

/** A condition that each result meets. `text` is its text in the spec. Of `A || B`, only results in which A does not hold prove something. */
export interface InvariantRule {
  readonly at: string;
  readonly text: string;
  readonly condition: Condition;
}

/** Places that describe the file at the URL: its SHA-256 in hexadecimal, its size in bytes, and the name under which it is saved. */
export interface FileRule {
  readonly at: string;
  readonly url: Pointer;
  readonly sha256?: Pointer;
  readonly size?: Pointer;
  readonly name?: Pointer;
}

/** A call is refused unless the entity that it names shows one of these values at a place. */
export interface RequirementRule {
  readonly at: string;
  readonly entity: string;
  /** The argument with the id of the entity. */
  readonly id: Pointer;
  /** The place in the results of the observers of the entity, or in their list items. */
  readonly place: Pointer;
  readonly is: readonly Json[];
  /** The code of the refusal. */
  readonly refused: string;
}
