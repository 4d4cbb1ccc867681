/** The tokens of two offices. POST /control makes and ends tokens, and moves the clock. */
import { randomUUID } from "node:crypto";
import { InvalidTokenError } from "@modelcontextprotocol/sdk/server/auth/errors.js";
import type { AuthInfo } from "@modelcontextprotocol/sdk/server/auth/types.js";
import { moveClock } from "./clock.ts";

const everything = ["office:read", "office:write", "money:write", "contacts:read"];
const tokens = new Map<string, AuthInfo>();

function addToken(token: string, office: string, scopes: readonly string[]): void {
  const expiresAt = Math.floor(Date.now() / 1000) + 86_400;
  tokens.set(token, { token, clientId: office, scopes: [...scopes], expiresAt });
}

addToken("ll-main", "main", everything);
addToken("ll-other", "other", everything);

/** What `requireBearerAuth` of the SDK asks. */
export const verifier = {
  async verifyAccessToken(token: string): Promise<AuthInfo> {
    const info = tokens.get(token);
    if (info === undefined) throw new InvalidTokenError("This token is unknown, or has ended.");
    return info;
  },
};

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export interface ControlRequest {
  readonly hook: string;
  readonly tokens?: readonly WantedToken[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export function control({ hook, tokens: wanted = [], token, seconds = 0, still }: ControlRequest): object {
  if (hook === "mint") return { tokens: wanted.flatMap(makeTokens) };
  if (hook === "clock") return moveClock(seconds, still);
  return { ended: tokens.delete(token?.token ?? "") };
}

function makeTokens({ scopes, account, count = 1 }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `ll-${randomUUID()}`;
    addToken(token, account ?? "main", scopes);
    return account === undefined ? { token, scopes } : { token, scopes, account };
  });
}
