/** Reads the tokens of a target file, and of the environment variables that it names. */
import { parseObject } from "../cases/edits.ts";
import { UsageError } from "../usage/usage-error.ts";
import type { KnownToken } from "./target.ts";

/** A token of a target file, with its value. */
export interface ReadToken extends KnownToken {
  readonly value: string;
}

const inState = "in the state ";

/** The name that the run has for the account of a token with a `state`. No hook makes more tokens of it. */
export function accountInState(state: string): string {
  return inState + state;
}

export function isInState(account: string | undefined): boolean {
  return account?.startsWith(inState) === true;
}

/** @throws UsageError if a variable that is not optional is missing, or does not contain tokens */
export function readTokens(tokens: readonly KnownToken[] = []): ReadToken[] {
  return tokens.flatMap((known): ReadToken[] => {
    const text = readText(known);
    if (text === undefined) return [];
    const { token, env, optional, lines, state, ...rest } = known;
    const holder = state === undefined ? rest : { ...rest, account: accountInState(state) };
    if (!lines) return [{ ...holder, value: text }];
    return text
      .split("\n")
      .filter((line) => line.trim() !== "")
      .map((line) => ({ ...holder, ...parseLine(line, known) }));
  });
}

function readText({ token, env, optional }: KnownToken): string | undefined {
  const text = token ?? (env === undefined ? undefined : process.env[env]);
  if (text) return text;
  if (env === undefined) throw new UsageError("A token of the target has neither a token nor an env.");
  if (optional) return undefined;
  throw new UsageError(`The environment variable ${env} is not set; it must contain a token of the target.`);
}

/** Parses a line. The error does not repeat it, since it may contain a token. */
function parseLine(line: string, { env = "" }: KnownToken): { value: string; scopes: readonly string[] } {
  const { token, scopes } = parseObject(line) ?? {};
  if (typeof token === "string" && Array.isArray(scopes)) return { value: token, scopes };
  throw new UsageError(`A line of ${env} is not { "token": "...", "scopes": ["..."] }.`);
}
