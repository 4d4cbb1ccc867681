/** Who calls: what an authenticator makes of a Bearer token. */
export interface Caller {
  /** Stable id of the account; `anonymous` when the spec says `auth.scheme: none`. */
  readonly account: string;
  /** Stable id of the token (never its secret): the key of the request rate. */
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
}

/** What a handler knows beside its input. Nothing of HTTP or of MCP is in it. */
export interface Call<Failure extends string = never> extends Caller {
  /** Unique per request; the same id is in the log and in the text of an `internal` error. */
  readonly requestId: string;
  /** Aborted when the caller cancelled, the deadline passed or the server stops. */
  readonly signal: AbortSignal;
  /**
   * Tells the caller how far the call is, if they asked to hear of it. `done` grows from call to call; `total` is what
   * it grows to, if that is known. Costs nothing where nobody listens.
   */
  progress(done: number, total?: number, message?: string): void;
  /**
   * Refuses the call. Takes only codes that the spec declares for this tool; `message` says what to do next,
   * `details` is JSON for programs. A property and not a method, so that a function that fails with other codes cannot be
   * given this call.
   */
  readonly fail: (code: Failure, message: string, details?: Readonly<Record<string, unknown>>) => never;
}
