/** The tokens of two agencies, and the clock. POST /control makes and ends tokens, and moves the clock. */
import { randomUUID } from "node:crypto";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";

const everything = ["recruiting:read", "recruiting:write", "contacts:read", "offers:manage"];
const tokens = new Map<string, AuthInfo>();

function addToken(token: string, account: string, scopes: readonly string[]): void {
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
  tokens.set(token, { token, clientId: account, scopes: [...scopes], expiresAt });
}

addToken("ats-main", "main", everything);
addToken("ats-other", "other", everything);

/** What `requireBearerAuth` of the SDK asks. */
export const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const info = tokens.get(token);
    if (info === undefined) throw new InvalidTokenError("This token is unknown, or has ended.");
    return info;
  },
};

const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

export function now(): number {
  return clock.stopped ?? Date.now() + clock.ahead;
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export type Question =
  | { readonly hook: "mint"; readonly tokens: readonly WantedToken[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

export function control(question: Question): object {
  switch (question.hook) {
    case "mint":
      return { tokens: question.tokens.flatMap(makeTokens) };
    case "clock":
      return moveClock(question.seconds, question.still ?? clock.stopped !== undefined);
    default:
      tokens.delete(question.token.token);
      return {};
  }
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.stopped = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}

function makeTokens({ scopes, account, count = 1 }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `ats-${randomUUID()}`;
    addToken(token, account ?? "main", scopes);
    return account === undefined ? { token, scopes } : { token, scopes, account };
  });
}
