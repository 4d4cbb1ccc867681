/** The connections of companies to the office (their tokens), and the clock. POST /control makes and ends tokens, and moves the clock. */
import { randomBytes } from "node:crypto";

export interface Caller extends Record<string, unknown> {
  readonly company: string;
  readonly scopes: readonly string[];
}

const everyScope = ["office:read", "employee", "manager", "private"];

const connections = new Map<string, Caller>([
  ["leave-main", { company: "main", scopes: everyScope }],
  ["leave-other", { company: "other", scopes: everyScope }],
]);

export function callerWith(authorization: string | undefined): Caller | undefined {
  const token = /^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1];
  return token === undefined ? undefined : connections.get(token);
}

const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

export function now(): number {
  return clock.stopped ?? Date.now() + clock.ahead;
}

type Hook =
  | {
      readonly hook: "mint";
      readonly tokens: readonly {
        readonly scopes: readonly string[];
        readonly account?: string;
        readonly count?: number;
      }[];
    }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

export function control(hook: Hook): object {
  switch (hook.hook) {
    case "mint": {
      const tokens = hook.tokens.flatMap(({ scopes, account, count = 1 }) =>
        Array.from({ length: count }, () => connect(scopes, account)),
      );
      return { tokens };
    }
    case "clock":
      return moveClock(hook.seconds, hook.still ?? clock.stopped !== undefined);
    default:
      connections.delete(hook.token.token);
      return {};
  }
}

function connect(scopes: readonly string[], account: string | undefined): object {
  const token = `leave_${randomBytes(18).toString("base64url")}`;
  connections.set(token, { company: account ?? "main", scopes });
  return { token, scopes, ...(account !== undefined && { account }) };
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.stopped = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}
