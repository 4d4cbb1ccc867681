/** What a handler learns about the call that it answers. */
import type { Question, Reply, Sample, SampleRequest } from "./client-input.ts";

/** The account and token behind a request, as `authenticate` returns them for a Bearer token. */
export interface Caller {
  /** Stable id of the account; `anonymous` when the spec says `auth.scheme: none`. */
  readonly account: string;
  /** Stable id of the token (never its secret). The request rate counts by it. */
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
}

/** What a handler gets beside its input. It holds nothing of HTTP or MCP. */
export interface Call<Failure extends string = never> extends Caller {
  /** Unique per request; the same id is in the log and in the text of an `internal` error. */
  readonly requestId: string;
  /** Aborted when the caller cancels, the deadline passes or the server stops. */
  readonly signal: AbortSignal;
  /**
   * Reports progress to a caller that asked for it (MCP 2025-11-25, "Progress"); otherwise does nothing. `done` grows from
   * report to report; `total` is its final value, if that is known.
   */
  progress(done: number, total?: number, message?: string): void;
  /** Whether the client can let its model answer (`sample`), or ask the person behind it (`ask`): MCP 2026-07-28 only. */
  readonly can: (what: "sample" | "ask") => boolean;
  /**
   * Asks the client's own model. The call is answered with `input_required`; when the client comes back, the handler runs again
   * from its start, and this returns the answer. So a handler asks for the same things in the same order each time, changes
   * nothing before its last question, and lets the error pass that this throws in between. Clients that cannot do it
   * get the protocol's error -32021.
   */
  readonly sample: (request: SampleRequest) => Promise<Sample>;
  /** Asks the person behind the client, in the same way. */
  readonly ask: (question: Question) => Promise<Reply>;
  /**
   * Refuses the call by throwing a `Refusal`. Takes only codes that the spec declares for this tool. `message` tells the model
   * what to do next, `details` is JSON for programs. It is a property and not a method, so that the compiler does not pass
   * this call to a function that fails with other codes.
   */
  readonly fail: (code: Failure, message: string, details?: Readonly<Record<string, unknown>>) => never;
}
