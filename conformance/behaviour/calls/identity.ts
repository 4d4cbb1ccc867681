/** The identity of a caller: the account of the run or another one, with all scopes or some. */
import type { CaseFile, Credential } from "../../cases/format.ts";
import type { OwnToken } from "../../target/tokens.ts";

/** The caller of a tool. */
export interface Identity {
  /** If absent, the account of the run. */
  readonly account?: string | undefined;
  /** If absent, every scope. */
  readonly scopes?: readonly string[] | undefined;
  /** A reserved token of the case, used instead of a token with this account and these scopes. */
  readonly token?: OwnToken | undefined;
}

export function findCredential(
  { account, scopes, token }: Identity,
  { scopes: all }: CaseFile,
): Credential | OwnToken {
  if (token !== undefined) return token;
  return { scopes: scopes ?? all, ...(account !== undefined && { account }) };
}

/** The account without access to the entities of the account of the run. */
export const otherAccount = "other";
