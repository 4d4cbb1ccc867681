/** The limits of a spec that a call can observe, and the calls that draw from quotas. */
import type { CallRule, Pattern, Pointer } from "./call-rules.ts";
import type { Arguments, Common, OfTool } from "./case.ts";
import { type Json, valueAt } from "./edits.ts";

/** One limit of a spec. */
export type LimitRule =
  | RateLimitRule
  | CountRule
  | PlacesRule
  | DurationRule
  | NoticeRule
  | QuotaRule
  | RefusalsRule;

/** At most `max` calls of a token, or of an account, in a window of `seconds`, for all these tools together. */
export interface RateLimitRule {
  /** Tells the kind of limit. */
  readonly kind: "rate";
  /** The place in the spec. */
  readonly at: string;
  /** The number of calls that a window allows. */
  readonly max: number;
  /** The length of a window. */
  readonly seconds: number;
  /** The tools whose calls count together; `all`: every request to the endpoint does. */
  readonly tools: "all" | readonly string[];
  /** `account`: the calls of all tokens of an account are counted together; absent: those of a token. */
  readonly per?: "account";
}

/** The size at `field` of each result is between `min` and `max`: the number itself, the items of an array, or the characters of a text. */
export interface CountRule {
  /** Tells the kind of limit. */
  readonly kind: "count";
  /** The place in the spec. */
  readonly at: string;
  /** The smallest size; absent: 0. */
  readonly min?: number;
  /** The largest size. */
  readonly max: number;
  /** The tools whose results have the size. */
  readonly tools: readonly string[];
  /** The place in their results. */
  readonly field: Pattern;
}

/**
 * In each place that the arguments `within` name, or in each account, there are at most `max` entities at once, which the tools make; or
 * at most `max` calls of a tool are accepted. One more is refused. With `sum`, their amounts are added up.
 */
export interface PlacesRule {
  /** Tells the kind of limit. */
  readonly kind: "places";
  /** The place in the spec. */
  readonly at: string;
  /** The number; or its place in the entity that the first argument of `within` names, in the results of the tools that show it. */
  readonly max: number | Pointer;
  /** The tools that make the entities, or whose calls are counted. */
  readonly tools: readonly string[];
  /** The entity that is counted; absent: the accepted calls of each tool are. */
  readonly entity?: string;
  /** The arguments that name the place; empty if there is one for all, or for each account. */
  readonly within: readonly Pointer[];
  /** All entities of an account are counted together; then `within` is empty. */
  readonly per?: "account";
  /** The states in which an entity counts; absent: until it is ended. */
  readonly while?: readonly string[];
  /** The argument with the amount, and what one of it counts in the unit of `max`; absent: each counts as one. */
  readonly sum?: { readonly argument: Pointer; readonly times: number };
  /** Only what is made, or accepted, in the same period counts. */
  readonly period?: "day" | "month";
  /** The code of the refusal. */
  readonly refused: string;
}

/** One property of a limit. `limit` names its rule. */
export type LimitCase = Common & {
  readonly kind: "limits";
  readonly limit: string;
  readonly tool?: string;
  readonly code?: string;
  /** For `ended`: the entity. */
  readonly entity?: string;
  readonly check: /** For a rate: one call too many is refused; another token is not, or is as well if accounts are counted; another account is not; the next window opens. */
    | "over"
    | "other-token"
    | "other-account"
    | "next-window"
    /** For a count: no result has more; a result can have this many. */
    | "never-more"
    | "at-limit"
    /** For a duration: it has not ended shortly before the end, and it has shortly after. */
    | "before"
    | "after"
    /** It has ended in time although it was used just before its end, so no cache keeps it. If it is the key of its call, that call has the same result after the end. */
    | "after-use"
    /** For a quota and a tool that draws from it (`tool`): a call draws one; a call of another kind, a refusal, and a failure that returns the draw (`code`) draw nothing; calls are refused when nothing is left; draws count until the period ends, also when an entity (`entity`) is ended that they made or named. */
    | "draws"
    | "draws-nothing"
    | "refusal-draws-nothing"
    | "returned"
    | "ended"
    | "end"
    | "next-period"
    /** For a quota: whether the end of the work that a call began returns what the call drew. */
    | "work-ends"
    /** For refusals and a tool: the code comes so often, and then another one. In the next period it comes again (`next-period`). */
    | "refused";
};

/** A call beside as many entities in one place as a limit allows. */
export type PlacesCase = OfTool &
  Arguments & { readonly kind: "limits"; readonly limit: string } & (
    | { readonly check: "one-more" }
    /** For a sum: a unit more than what is left is refused and counts nothing, so that what is left is accepted. */
    | { readonly check: "too-large" }
    /** After the period has ended. */
    | { readonly check: "next-period" }
    /** In another place: this argument has another value, which is one of `values` where it is no id. */
    | { readonly check: "elsewhere"; readonly argument: Pointer; readonly values: readonly Json[] }
    /** By another account. */
    | { readonly check: "other-account" }
    /** While one of them is in a state, in which it counts or not. */
    | {
        readonly check: "in-state";
        readonly machine: string;
        readonly state: string;
        readonly isCounted: boolean;
      }
    /** A transition from a state in which one does not count to one in which it does, while there are as many as the limit allows. */
    | {
        readonly check: "back";
        readonly machine: string;
        readonly state: string;
        readonly transition: string;
      }
    /** After one of them was ended. */
    | { readonly check: "after-end" }
    /** One of two calls for the last of them that are sent at once is accepted. */
    | { readonly check: "last-at-once" }
  );

/** The value at `field` of a result ends after `seconds`. */
export interface DurationRule {
  /** Tells the kind of limit. */
  readonly kind: "duration";
  /** The place in the spec. */
  readonly at: string;
  /** The seconds from the call to the end. */
  readonly seconds: number;
  /** The tools whose results have the value. */
  readonly tools: readonly string[];
  /** The place of the value in their results. */
  readonly field: Pointer;
  /** The meaning of the field: an address that answers until the end, the time of the end, or another value. */
  readonly is: "address" | "time" | "value";
  /** The place in the same result of the time at which the value ends. */
  readonly endsAt?: Pointer;
  /** The call that accepts a value of the result (at `value`) as its `argument` until the end, and is refused then. */
  readonly ends?: CallRule & {
    readonly argument: Pointer;
    readonly value: Pointer;
    readonly failure: string;
  };
}

/** Calls are accepted until `seconds` before a time of an entity that they name, and refused after. */
export interface NoticeRule {
  /** Tells the kind of limit. */
  readonly kind: "notice";
  /** The place in the spec. */
  readonly at: string;
  /** The seconds between the last moment for a call and the time of the entity. */
  readonly seconds: number;
  /** The tools that name the entity. */
  readonly tools: readonly string[];
  /** The place of the time in the results of the tools that show the entity, or one in which it was made. */
  readonly before: Pointer;
  /** The code of a call that comes too late. */
  readonly refused: string;
}

/** A limited number of draws in each period. */
export interface QuotaRule {
  /** Tells the kind of limit. */
  readonly kind: "quota";
  /** The place in the spec. */
  readonly at: string;
  /** Whether the tokens of an account draw together, or each for itself. */
  readonly per: "account" | "token";
  /** The period after which all is there again. */
  readonly period: "day" | "month";
  /** The call that shows the quota, and the places of the used, total and remaining draws. It has at least one of used and remaining. */
  readonly shownBy?: CallRule & {
    readonly used?: Pointer;
    readonly limit?: Pointer;
    readonly remaining?: Pointer;
    /** The place of the time at which the period ends. */
    readonly resets?: Pointer;
  };
  /** The code that refuses calls which would draw more than is left. */
  readonly refused?: string;
}

/** The tools refuse a caller with `code` at most `max` times in each period, and afterwards with another code. */
export interface RefusalsRule {
  /** Tells the kind of limit. */
  readonly kind: "refusals";
  /** The place in the spec. */
  readonly at: string;
  /** The number of refusals in a period. */
  readonly max: number;
  /** The period after which they are counted anew. */
  readonly period: "day" | "month";
  /** The code that is counted. */
  readonly code: string;
  /** The tools whose refusals count together. */
  readonly tools: readonly string[];
}

/** The calls of a tool that draw from a quota, one each. */
export interface DrawRule {
  /** The place in the spec. */
  readonly at: string;
  /** The name of a quota. */
  readonly limit: string;
  /** If set, only calls with this argument draw. */
  readonly with?: Pointer;
  /** A call that draws and succeeds. */
  readonly call: CallRule;
  /** A call that does not draw. */
  readonly otherwise?: CallRule;
  /** Refusals of calls that had started, after which the draw is returned. All other refusals draw nothing either. */
  readonly returnedOn: readonly string[];
  /** States in which the work of a call ends, and its draw is returned. */
  readonly returnedIn?: readonly string[];
}

/** The money that calls of a tool take from an account. */
export interface ChargeRule {
  /** The place in the spec. */
  readonly at: string;
  /** The call that shows what is left, and the place of the number. */
  readonly left: CallRule & { readonly path: Pointer };
  /** The tool that shows the entity of the work, and the numbers that add up to what it has taken so far. */
  readonly cost: { readonly tool: string; readonly parts: readonly Pointer[] };
}

/** Whether a call of a tool with this rule draws, if it succeeds. */
export function isDrawing(rule: Pick<DrawRule, "with"> | undefined, input: Json = null): boolean {
  return rule !== undefined && (rule.with === undefined || valueAt(input, rule.with) !== undefined);
}
