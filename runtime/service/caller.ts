/** The states of accounts in which tools refuse them. The generated `account-states.ts` adds those of the spec. */
// biome-ignore lint/suspicious/noEmptyInterface: generated code extends it
export interface AccountStates {}

/** The name of an account state of the spec. */
export type AccountStateName = keyof AccountStates;

/** The caller that `authenticate` returns for a Bearer token. A server may add properties; handlers read them from `call.caller`. */
export interface Caller {
  /** Stable id of the account; `anonymous` when the spec says `auth.scheme: none`. */
  readonly account: string;
  /** Stable id of the token (never its secret). The request rate counts by it. */
  readonly token: string;
  /** The scopes of the token, by the names of the spec. */
  readonly scopes: ReadonlySet<string>;
  /** The state of the account, if it is one of those of the spec: the tools that refuse it are not run. */
  readonly accountState?: AccountStateName | undefined;
}
