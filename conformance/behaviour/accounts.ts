/** Who calls: the account that the run works with, or another one, with all scopes or some. */
import type { CaseFile, Credential } from "../cases/format.ts";
import type { OwnToken } from "../target/tokens.ts";

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

/** What a target that has no such token would need. */
export const howToGetAccount =
  "add a token with `account: other` to the target file, or a hook mint that makes tokens of the account in its input and repeats it in its output";

/** The account without access to what the account of the run makes. */
export const otherAccount = "other";
