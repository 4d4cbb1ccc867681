/**
 * The behaviour rules of a spec, resolved: tools by their MCP names, places in values as JSON Pointers, failures by their codes. In
 * a `Pattern` the step `*` matches every item of an array and every entry of a map.
 */
import type { CallOfEntity, CallRule, Pattern, Place, Pointer, SharingRule } from "./call-rules.ts";
import type { ChangeRule, CopyRule, ListingRule, ListRule } from "./change-rules.ts";
import type { Json } from "./edits.ts";
import type { ChargeRule, DrawRule, LimitRule } from "./limits.ts";
import type { OverlapRule } from "./overlaps.ts";
import type { PagesRule } from "./rules/lists.ts";
import type { IdempotencyRule, RevisionRule } from "./rules/repetition.ts";
import type { FieldRule, FileRule, InvariantRule, RepeatRule, SumRule } from "./rules/results.ts";
import type { TakeRule } from "./takes.ts";
import type { WorkflowRule } from "./workflows.ts";

/** All behaviour rules of a spec, by what they are about. */
export interface Behaviour {
  /** Entity -> its rule. */
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
  /** The place in the spec. */
  readonly at: string;
  /** The code of the refusals. */
  readonly refused: string;
  /** The tools, and resources that cases call like tools, that refuse the account. */
  readonly tools: readonly string[];
}

/** A kind of thing that has ids, and the tools that make, end, show and share one. */
export interface EntityRule {
  /** The place in the spec. */
  readonly at: string;
  /** The call that creates an entity; absent if no tool makes one. */
  readonly madeBy?: CallRule & {
    /** The id in the result. */
    readonly path: Pointer;
  };
  /** The call that ends one; absent if no tool does. */
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

/** A call that shows one entity by its id, or several in a list. */
export interface ObserverRule extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id?: Pointer;
  /** The ids in the result. */
  readonly list?: Pattern;
}

/** A state machine: its states, and the transitions between them. */
export interface StateRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity that has these states; absent if the tools that show and change the state take no id. */
  readonly entity?: string;
  /** The call that shows the state. */
  readonly field: StateField;
  /** The state of a new entity. */
  readonly initial: string;
  /** All states, in the order of the spec. */
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
  /** The place of the state in the result, or in an item of `list`. */
  readonly path: Pointer;
  /** The place of the seconds to wait before the next reading. */
  readonly poll?: Pointer;
}

/** A transition that a call makes. */
export interface TransitionRule {
  /** The place in the spec. */
  readonly at: string;
  /** The states in which the call is accepted. */
  readonly from: readonly string[];
  /** The state after the call. */
  readonly to: string;
  /** The call, and its argument that takes the id of the entity; without `id` it names none. */
  readonly by: CallRule & { readonly id?: Pointer };
  /** The code that refuses the call where the state of the entity does not allow it. */
  readonly refused?: string;
  /** Places of times and counters in the result of `field` that only transitions which name them change. */
  readonly sets?: readonly Pointer[];
  /** The id of the entity is the idempotency key of the tool: the call can be repeated in any state of the entity. */
  readonly isRepeatable?: true;
}

/** A transition that the server makes by itself. */
export interface ServerTransitionRule {
  /** The place in the spec. */
  readonly at: string;
  /** The states that it ends. */
  readonly from: readonly string[];
  /** The state after it. */
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

/** A call is refused unless the entity that it names shows one of these values at a place. */
export interface RequirementRule {
  /** The place in the spec. */
  readonly at: string;
  /** The entity that the call names. */
  readonly entity: string;
  /** The argument with the id of the entity. */
  readonly id: Pointer;
  /** The place in the results of the observers of the entity, or in their list items. */
  readonly place: Pointer;
  /** The values with which the call is accepted. */
  readonly is: readonly Json[];
  /** The code of the refusal. */
  readonly refused: string;
}
