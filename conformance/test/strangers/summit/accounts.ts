/** The tokens of two offices, and their clock. POST /control makes and ends tokens, and moves the clock. */
import { randomUUID } from "node:crypto";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";

const allScopes = ["programme:read", "programme:write", "desk:read", "desk:write", "people:contact"];
const tokens = new Map<string, AuthInfo>();

function add(token: string, account: string, scopes: readonly string[]): void {
  const expiresAt = Math.floor(Date.now() / 1000) + 100_000;
  tokens.set(token, { token, clientId: account, scopes: [...scopes], expiresAt });
}

add("summit-main", "main", allScopes);
add("summit-other", "other", allScopes);

export const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const info = tokens.get(token);
    if (info === undefined) throw new InvalidTokenError("The token is unknown or has ended.");
    return info;
  },
};

let aheadMs = 0;
let stoppedMs: number | undefined;

export function now(): number {
  return stoppedMs ?? Date.now() + aheadMs;
}

export interface Question {
  readonly hook: string;
  readonly tokens?: readonly { scopes: readonly string[]; account?: string; count?: number }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export function control(question: Question): object {
  if (question.hook === "mint") return { tokens: (question.tokens ?? []).flatMap(mint) };
  if (question.hook === "clock") return moveClock(question.seconds ?? 0, question.still);
  tokens.delete(question.token?.token ?? "");
  return {};
}

function mint(wanted: { scopes: readonly string[]; account?: string; count?: number }): object[] {
  const { scopes, account, count = 1 } = wanted;
  return Array.from({ length: count }, () => {
    const token = `summit-${randomUUID()}`;
    add(token, account ?? "main", scopes);
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock(seconds: number, still = stoppedMs !== undefined): object {
  const moved = now() + seconds * 1000;
  aheadMs = moved - Date.now();
  stoppedMs = still && process.env.CLOCK === "stands" ? moved : undefined;
  return { now: new Date(moved).toISOString() };
}
