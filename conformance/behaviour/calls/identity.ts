/** Who calls: the account that the run works with, or another one, with all scopes or some. */
import type { CaseFile, Credential } from "../../cases/format.ts";
import type { OwnToken } from "../../target/tokens.ts";

/** The caller of a tool. */
export interface Identity {
  /** Absent: the account that the run works with. */
  readonly account?: string | undefined;
  /** Absent: every scope. */
  readonly scopes?: readonly string[] | undefined;
  /** A token of the case's own, in place of one with this account and these scopes. */
  readonly token?: OwnToken | undefined;
}

export function findCredential(
  { account, scopes, token }: Identity,
  { scopes: all }: CaseFile,
): Credential | OwnToken {
  if (token !== undefined) return token;
  return { scopes: scopes ?? all, ...(account !== undefined && { account }) };
}

/** The account without access to what the account of the run makes. */
export const otherAccount = "other";
