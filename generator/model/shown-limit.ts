/** Types that name the calls which show a limit: the end of a duration, and what is left of a quota. */

export interface DurationEnd {
  readonly tool: string;
  readonly argument: string;
  /** The value for the argument, in the output of the tools that the limit applies to. */
  readonly value: string;
  readonly failure: string;
}

export interface QuotaView {
  readonly tool: string;
  readonly used?: string;
  readonly limit?: string;
  readonly remaining?: string;
  /** The time at which the period ends. */
  readonly resets?: string;
}
