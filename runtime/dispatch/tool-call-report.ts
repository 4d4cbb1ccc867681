/** The report of a tool call that has ended, for metrics and audit logs. */

/**
 * Told of every call of a tool when it has ended: for metrics, or a record of who did what. Who returns `"logged"` has written
 * down what broke, if anything did, and the runtime then logs no line of its own; what else is returned means nothing.
 */
export type OnToolCall = (report: ToolCallReport) => unknown;

export interface ToolCallReport {
  readonly tool: string;
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
  /** From the arrival of the whole request to its answer; to the microsecond, by a clock that nobody sets. */
  readonly ms: number;
  readonly requestId: string;
  readonly account: string;
  /** The id of the token. */
  readonly token: string;
  /** There if the outcome is `internal`: what the handler threw, or what was wrong with what it returned. */
  readonly error?: unknown;
}
