/** The report of a tool call that has ended, for metrics and audit logs. */

/**
 * Called at the end of every tool call, for metrics or an audit log. If it returns `"logged"`, it has logged the error of the
 * report, and the runtime does not log it again. Any other return value is ignored.
 */
export type OnToolCall = (report: ToolCallReport) => unknown;

/** What happened in one call, without its arguments and its result. */
export interface ToolCallReport {
  /** The name of the tool, or of the resource or prompt that `kind` tells. */
  readonly tool: string;
  /** Left out for a tool. */
  readonly kind?: "resource" | "prompt";
  /** `ok`, or the code of the failure. */
  readonly outcome: string;
  /** Milliseconds from the arrival of the whole request to its answer, to the microsecond; measured by a monotonic clock. */
  readonly ms: number;
  /** The id of the request, as in the log and in the text of an `internal` error. */
  readonly requestId: string;
  /** The account of the caller; `anonymous` where the spec requires no tokens. */
  readonly account: string;
  /** The id of the token. */
  readonly token: string;
  /** The id of the task, if the call became one. */
  readonly task?: string;
  /** Present if the outcome is `internal`: the error that the handler threw, or an OutputMismatch. */
  readonly error?: unknown;
}
