import { findAccount } from "../../accounts/accounts.ts";
import {
  createTokens,
  listTokens,
  MAX_TOKENS_AT_ONCE,
  type NewToken,
  revokeToken,
  type TokenInfo,
} from "../../accounts/tokens/tokens.ts";
import { ensureInvitedAccount } from "../../forms/sharing/invitations.ts";
import type { Storage } from "../../platform/storage/storage.ts";
import type { Clock } from "../../platform/time/clock.ts";
import { CommandFailed } from "./command-line.ts";
import { plainTable } from "./options.ts";
import type { CreateCommand, TokenCommand } from "./token-arguments.ts";

/** Runs a parsed token command. @param print writes text to standard output */
export async function runTokenCommand(
  command: Exclude<TokenCommand, { command: "help" }>,
  storage: Storage,
  clock: Clock,
  print: (text: string) => void,
): Promise<void> {
  switch (command.command) {
    case "create":
      return create(command, storage, clock, print);
    case "list": {
      const tokens = await listTokens(storage.db, command.email, clock());
      return print(command.json ? tokens.map(listedLine).join("") : table(tokens));
    }
    case "revoke": {
      if (!(await revokeToken(storage, command.tokenId, clock()))) {
        throw new CommandFailed(`There is no token ${command.tokenId}; list shows the ids.`);
      }
      const { tokenId } = command;
      return print(
        command.json ? `${JSON.stringify({ token_id: tokenId, revoked: true })}\n` : `Revoked ${tokenId}.\n`,
      );
    }
  }
}

/** Creates tokens in batches and prints each batch once it is stored, so the database is locked only briefly. */
async function create(
  command: CreateCommand,
  { db }: Storage,
  clock: Clock,
  print: (text: string) => void,
): Promise<void> {
  const { email, createAccount } = command;
  const account =
    createAccount === undefined
      ? await findAccount(db, email)
      : await ensureInvitedAccount(db, email, createAccount, clock());
  if (!account) throw new CommandFailed(`There is no account ${email}. Use --create-account to create it.`);
  for (const scopes of command.scopes) {
    for (let rest = command.count; rest > 0; rest -= MAX_TOKENS_AT_ONCE) {
      const count = Math.min(rest, MAX_TOKENS_AT_ONCE);
      const created = await createTokens(db, account, { ...command, scopes }, count, clock());
      print(created.map(command.json ? newLine : newText).join(""));
    }
  }
}

function newLine({ token, tokenId, scopes, expiresAt }: NewToken): string {
  return `${JSON.stringify({ token, token_id: tokenId, scopes, expires_at: expiresAt })}\n`;
}

function newText({ token, tokenId, scopes, expiresAt }: NewToken): string {
  return [
    token,
    `  id       ${tokenId}`,
    `  scopes   ${scopes.join(", ") || "none"}`,
    `  expires  ${expiresAt ?? "never"}`,
    "  The token is shown only now. Keep it in a secret manager.\n",
  ].join("\n");
}

function listedLine(token: TokenInfo): string {
  const { tokenId, account, name, scopes, state, createdAt, expiresAt, lastUsedAt } = token;
  return `${JSON.stringify({
    token_id: tokenId,
    account,
    name,
    scopes,
    state,
    created_at: createdAt,
    expires_at: expiresAt,
    last_used_at: lastUsedAt,
  })}\n`;
}

function table(tokens: readonly TokenInfo[]): string {
  if (tokens.length === 0) return "There are no tokens.\n";
  return plainTable([
    ["TOKEN", "STATE", "ACCOUNT", "EXPIRES", "LAST USED", "SCOPES", "NAME"],
    ...tokens.map((token) => [
      token.tokenId,
      token.state,
      token.account,
      token.expiresAt ?? "never",
      token.lastUsedAt ?? "never",
      token.scopes.join(",") || "none",
      token.name,
    ]),
  ]);
}
