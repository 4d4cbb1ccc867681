/**
 * What a spec declares about behaviour, resolved: tools by their names on the wire, places in values as JSON Pointers, failures
 * by their codes. In a `Pattern` the step `*` stands for every item of an array and every entry of a map.
 */
import type { Json } from "./edits.ts";

type Pointer = string;
type Pattern = string;
type Input = { readonly [name: string]: Json };

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

/** A call with whole arguments. They are valid, but ids in them are examples: a caller replaces them by ids of entities that it made. */
export interface CallRule {
  readonly tool: string;
  readonly input: Input;
}

/** A call about one entity. */
export interface CallOfEntity extends CallRule {
  /** The argument that takes the id of the entity. */
  readonly id: Pointer;
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

export interface Place {
  readonly tool: string;
  readonly path: Pattern;
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

export type LimitRule = RateLimitRule | CountRule | DurationRule | QuotaRule;

/** At most `max` calls of a token in a window of `seconds`, of all these tools together. */
export interface RateLimitRule {
  readonly kind: "rate";
  readonly at: string;
  readonly max: number;
  readonly seconds: number;
  readonly tools: "all" | readonly string[];
}

/** Between `min` and `max` at `field` of each result: the number itself, the items of an array, the characters of a text. */
export interface CountRule {
  readonly kind: "count";
  readonly at: string;
  readonly min?: number;
  readonly max: number;
  readonly tools: readonly string[];
  readonly field: Pattern;
}

/** What is at `field` of a result ends after `seconds`. */
export interface DurationRule {
  readonly kind: "duration";
  readonly at: string;
  readonly seconds: number;
  readonly tools: readonly string[];
  readonly field: Pointer;
  /** What the field is: an address that answers until the end, the time of the end, or another value. */
  readonly is: "address" | "time" | "value";
  /** The time at which it ends, in the same result. */
  readonly endsAt?: Pointer;
  /** The call that accepts a value of the result (at `value`) as its `argument` until the end, and is refused then. */
  readonly ends?: CallRule & {
    readonly argument: Pointer;
    readonly value: Pointer;
    readonly failure: string;
  };
}

/** A number of draws in each period. */
export interface QuotaRule {
  readonly kind: "quota";
  readonly at: string;
  readonly per: "account" | "token";
  readonly period: "day" | "month";
  /** The call that shows it: how much is used, how much there is, how much is left. At least one of used and remaining. */
  readonly shownBy?: CallRule & {
    readonly used?: Pointer;
    readonly limit?: Pointer;
    readonly remaining?: Pointer;
    /** The time at which the period ends. */
    readonly resets?: Pointer;
  };
  /** The code of calls that would draw more than is left. */
  readonly refused?: string;
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

export interface DrawRule {
  readonly at: string;
  /** A quota. */
  readonly limit: string;
  /** Only calls with this argument draw. */
  readonly with?: Pointer;
  /** A call that draws, with arguments that succeed. */
  readonly call: CallRule;
  /** A call that does not. */
  readonly otherwise?: CallRule;
  /** Refusals after which nothing was drawn, though the call had started. All other refusals draw nothing either. */
  readonly returnedOn: readonly string[];
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

export interface WorkflowRule {
  readonly at: string;
  readonly summary?: string;
  /** Values of the inputs that fit their schema. */
  readonly inputs: Input;
  readonly steps: readonly StepRule[];
}

export interface StepRule {
  readonly id: string;
  readonly at: string;
  readonly description?: string;
  /** Exactly one of `tool` and `hook`. */
  readonly tool?: string;
  /** A hook of the target, with the payload as its input. */
  readonly hook?: string;
  /** Arguments. A text that is an expression stands for its value; `expressions` has the places of all. */
  readonly payload: Input;
  readonly expressions: readonly { readonly path: Pointer; readonly value: Expression }[];
  /** The account that calls; absent: the main one. */
  readonly account?: string;
  /** The scopes of the token; absent: all. */
  readonly scopes?: readonly string[];
  /** The code with which the call is refused; absent: it succeeds. */
  readonly failure?: string;
  /** How many equal calls are sent at once: one succeeds, and the others are refused with `failure`. */
  readonly atOnce?: number;
  readonly criteria: readonly CriterionRule[];
  readonly outputs: Readonly<Record<string, Expression>>;
}

/** What must hold after a step. `text` is how the spec says it. */
export type CriterionRule = { readonly at: string; readonly text: string } & (
  | { readonly type: "simple"; readonly condition: Condition }
  | { readonly type: "regex"; readonly context: Expression; readonly pattern: string }
  | { readonly type: "jsonpath"; readonly context: Expression; readonly path: string }
);

/** A runtime expression of a scenario. */
export type Expression =
  | { readonly from: "inputs"; readonly name: string }
  | { readonly from: "steps"; readonly step: string; readonly output: string }
  | {
      readonly from: "result";
      /** `file`: what is at the address in this place of `structuredContent`, as a text. */
      readonly member: "structuredContent" | "file" | "content" | "isError" | "_meta";
      readonly pointer: Pointer;
    };

/** A condition of a scenario. */
export type Condition =
  | { readonly kind: "both" | "either"; readonly left: Condition; readonly right: Condition }
  | { readonly kind: "not"; readonly of: Condition }
  | {
      readonly kind: "compare";
      readonly operator: "==" | "!=" | "<=" | ">=" | "<" | ">";
      readonly left: Operand;
      readonly right: Operand;
    }
  | { readonly kind: "holds"; readonly operand: Operand };

export type Operand =
  | { readonly kind: "literal"; readonly value: string | number | boolean | null }
  | { readonly kind: "expression"; readonly expression: Expression };
