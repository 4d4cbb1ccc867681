/** Types that name the calls which show a limit: the end of a duration, and what is left of a quota. */

export interface DurationEnd {
  /** The tool that accepts the value until the end. */
  readonly tool: string;
  /** The argument that gets the value. */
  readonly argument: string;
  /** The value for the argument, in the output of the tools that the limit applies to. */
  readonly value: string;
  /** The code with which the call is refused after the end. */
  readonly failure: string;
}

/** Where a caller can read a quota. */
export interface QuotaView {
  /** The tool whose output shows it. */
  readonly tool: string;
  /** JSON Pointer to how much is used. */
  readonly used?: string;
  /** JSON Pointer to how much there is. */
  readonly limit?: string;
  /** JSON Pointer to how much is left. */
  readonly remaining?: string;
  /** The time at which the period ends. */
  readonly resets?: string;
}
