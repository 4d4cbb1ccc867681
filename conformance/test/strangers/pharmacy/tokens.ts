/** Who may call: tokens of two pharmacies. POST /control makes and ends tokens, and moves the clock. */
import { randomBytes } from "node:crypto";
import { moveClock } from "./clock.ts";

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

const allScopes = ["stock:read", "stock:write", "care:read", "care:write"];

const tokens = new Map<string, Caller>([
  ["pharm-main", { account: "main", scopes: allScopes }],
  ["pharm-main-stock", { account: "main", scopes: ["stock:read", "stock:write"] }],
  ["pharm-main-nothing", { account: "main", scopes: [] }],
  ["pharm-other", { account: "other", scopes: allScopes }],
]);

export function findCaller(authorization: string | undefined): Caller | undefined {
  const token = /^Bearer +(\S+) *$/i.exec(authorization ?? "")?.[1];
  return token === undefined ? undefined : tokens.get(token);
}

function makeToken(caller: Caller): string {
  const token = `pharm-${randomBytes(16).toString("hex")}`;
  tokens.set(token, caller);
  return token;
}

interface Question {
  readonly hook: "mint" | "revoke" | "expire" | "clock";
  readonly tokens?: readonly { scopes: readonly string[]; account?: string; count?: number }[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export function control(question: Question): object {
  if (question.hook === "clock") return { now: moveClock(question.seconds ?? 0, question.still) };
  if (question.hook !== "mint") {
    tokens.delete(question.token?.token ?? "");
    return {};
  }
  const made = (question.tokens ?? []).flatMap(({ scopes, account, count = 1 }) =>
    Array.from({ length: count }, () => ({
      token: makeToken({ account: account ?? "main", scopes }),
      scopes,
      ...(account !== undefined && { account }),
    })),
  );
  return { tokens: made };
}
