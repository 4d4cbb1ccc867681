/** Tokens of the hire companies, and the clock. Hooks of a test make and end tokens here, and move the clock. */
import { randomBytes } from "node:crypto";

export interface Caller {
  readonly account: string;
  readonly scopes: readonly string[];
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

interface HookCall {
  readonly hook: string;
  readonly tokens?: readonly WantedToken[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

const everyScope = ["fleet:read", "fleet:write", "hires:read", "hires:write", "customers:documents"];

const callers = new Map<string, Caller>([
  ["cyc-main", { account: "main", scopes: everyScope }],
  ["cyc-other", { account: "other", scopes: everyScope }],
]);

const mayStand = process.env.CLOCK !== "moves";
let ahead = 0;
let standing: number | undefined;

/** The present time in milliseconds. */
export const now = (): number => standing ?? Date.now() + ahead;

export function findCaller(authorization: string | undefined): Caller | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token === undefined ? undefined : callers.get(token);
}

export function runHook(call: HookCall): object {
  if (call.hook === "mint") return { tokens: (call.tokens ?? []).flatMap(mint) };
  if (call.hook === "clock") return moveClock(call.seconds ?? 0, call.still);
  callers.delete(call.token?.token ?? "");
  return {};
}

function mint({ scopes, account, count = 1 }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `cyc-${randomBytes(12).toString("hex")}`;
    callers.set(token, { account: account ?? "main", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock(seconds: number, still: boolean | undefined): object {
  const time = now() + seconds * 1000;
  const stands = mayStand && (still ?? standing !== undefined);
  ahead = time - Date.now();
  standing = stands ? time : undefined;
  return { now: new Date(time).toISOString() };
}
