/** Who calls, as `authenticate` returns it for a Bearer token. A server may add what it likes; handlers see that as `call.caller`. */
export interface Caller {
  /** Stable id of the account; `anonymous` when the spec says `auth.scheme: none`. */
  readonly account: string;
  /** Stable id of the token (never its secret). The request rate counts by it. */
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
}
