/** The tokens of the box offices, and the clock. POST /control makes and ends tokens, and moves the clock. */
import { randomBytes } from "node:crypto";
import { Office } from "./office.ts";

const allScopes = [
  "events:read",
  "events:write",
  "orders:read",
  "orders:write",
  "door",
  "takings:read",
  "guests:export",
  "customers:email",
];

export interface Caller extends Record<string, unknown> {
  readonly account: string;
  readonly scopes: readonly string[];
}

const callers = new Map<string, Caller>([
  ["box-main", { account: "main", scopes: allScopes }],
  ["box-other", { account: "other", scopes: allScopes }],
]);

const clock: { ahead: number; standsAt: number | undefined } = { ahead: 0, standsAt: undefined };

export const now = (): number => clock.standsAt ?? Date.now() + clock.ahead;

const offices = new Map<string, Office>();

export function officeOf(account: string): Office {
  const office = offices.get(account) ?? new Office(now);
  offices.set(account, office);
  return office;
}

export function callerOf(authorization: string | undefined): Caller | undefined {
  const [, token = ""] = /^Bearer +(\S+)$/i.exec(authorization ?? "") ?? [];
  return callers.get(token);
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export interface Question {
  readonly hook: string;
  readonly tokens?: readonly WantedToken[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export function answerHook({ hook, tokens = [], token, seconds = 0, still }: Question): object {
  if (hook === "mint") return { tokens: tokens.flatMap(makeTokens) };
  if (hook === "clock") return moveClock(seconds, still ?? clock.standsAt !== undefined);
  if (token !== undefined) callers.delete(token.token);
  return {};
}

function makeTokens({ scopes, account, count = 1 }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `box-${randomBytes(15).toString("base64url")}`;
    callers.set(token, { account: account ?? "main", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.standsAt = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}
