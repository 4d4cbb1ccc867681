/** The caller that `authenticate` returns for a Bearer token. A server may add properties; handlers read them from `call.caller`. */
export interface Caller {
  /** Stable id of the account; `anonymous` when the spec says `auth.scheme: none`. */
  readonly account: string;
  /** Stable id of the token (never its secret). The request rate counts by it. */
  readonly token: string;
  readonly scopes: ReadonlySet<string>;
}
