/** The object that a handler receives about its call. */
import type { Caller } from "./caller.ts";
import type { InputRequest, InputResultsOf, Question, Reply } from "./client-input.ts";
import type { HttpRequest } from "./http-request.ts";

/** The W3C Trace Context of a call, as clients of OpenTelemetry send it. */
export interface TraceContext {
  /** The ids of the trace and of the calling span, and its flags, as the header of that name has them. */
  readonly traceparent: string;
  /** What tracing systems add to it. */
  readonly tracestate?: string;
  /** What the application of the client passes on (W3C Baggage). */
  readonly baggage?: string;
}

/** The levels of log messages (RFC 5424), the least severe first. */
export const logLevels = [
  "debug",
  "info",
  "notice",
  "warning",
  "error",
  "critical",
  "alert",
  "emergency",
] as const;

/** The level of a log message. */
export type LogLevel = (typeof logLevels)[number];

/**
 * The second argument of a handler. `Who` is the type of caller that `authenticate` returns. No function needs `this`: a handler may take
 * `{ account, fail, progress }`.
 */
export interface Call<Failure extends string = never, Who extends Caller = Caller> extends Caller {
  /** The object that `authenticate` returned, with the properties that the server adds. */
  readonly caller: Who;
  /** The HTTP request of the call; undefined over stdio. */
  readonly request: HttpRequest | undefined;
  /** The trace of the client that the call belongs to: from `_meta` (SEP-414), else from the HTTP headers. */
  readonly trace: TraceContext | undefined;
  /** Unique per request; the same id is in the log and in the text of an `internal` error. */
  readonly requestId: string;
  /**
   * Whether the client takes a task (`task` in the spec; MCP 2026-07-28): the call may go on after its answer. Then a handler can wait
   * for a job to end, where it would otherwise return at once and leave it to the caller to ask again.
   */
  readonly inBackground: boolean;
  /** Aborted when the caller cancels, the deadline passes or the server stops; in a task, when it is cancelled or expires. */
  readonly signal: AbortSignal;
  /**
   * Reports progress to a caller that requested it (MCP 2025-11-25, "Progress"); otherwise does nothing. `done` must grow with each
   * report; `total` is its final value, if known. In a task, the message is the status of the task; without one, the figures are.
   */
  progress(done: number, total?: number, message?: string): void;
  /** Sends a log message to a client that wants its level, if the spec says `notifications: [log]`. MCP 2026-07-28 deprecates it. */
  log(level: LogLevel, data: unknown, logger?: string): void;
  /** Whether the client declares that it answers requests of this method, such as `elicitation/create`. */
  can(method: string, params?: InputRequest["params"]): boolean;
  /**
   * Sends requests to the client, under keys that the handler chooses. The call is answered with `input_required`. When the client
   * sends the call again, the handler runs again from its start, and this method returns the answers under the same keys. So a handler
   * must not change anything before its last request, and must not catch the error that this method throws. An answer belongs to
   * exactly one request: if the handler changes the request, it is sent again. A client of MCP 2025-11-25 receives the requests while
   * its call is open, within the deadline. A call that has become a task waits for the answers, and does not run again. Clients that do not declare the needed capability get the protocol's error -32021.
   */
  requestInput<const Requests extends Readonly<Record<string, InputRequest>>>(
    requests: Requests,
  ): Promise<InputResultsOf<Requests>>;
  /** Asks the user of the client to fill in a few fields, in the same way. */
  ask(key: string, question: Question): Promise<Reply>;
  /**
   * Refuses the call by throwing a `Refusal`. Accepts only codes that the spec declares for this tool. `message` tells the model
   * what to do next; `details` is JSON for programs. It is a property and not a method, so that the compiler rejects passing this
   * call to a function that fails with other codes.
   */
  readonly fail: (code: Failure, message: string, details?: Readonly<Record<string, unknown>>) => never;
}
