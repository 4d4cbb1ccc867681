/** The limits of a spec that a call can observe, and the calls that draw from quotas. */
import type { CallRule, Pattern, Pointer } from "./call-rules.ts";

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
