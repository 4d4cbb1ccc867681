/** The keys of two companies and the clock. POST /control makes and ends keys, and moves the clock. */
import { randomUUID } from "node:crypto";
import type { Caller } from "./tools.ts";

const everything = ["parcels:read", "parcels:write", "dispatch:read", "dispatch:write", "contacts"];

const keys = new Map<string, Caller>([
  ["courier-main", { company: "main", scopes: everything }],
  ["courier-other", { company: "other", scopes: everything }],
]);

const clock: { ahead: number; stopped: number | undefined } = { ahead: 0, stopped: undefined };

export function now(): number {
  return clock.stopped ?? Date.now() + clock.ahead;
}

export function callerWith(authorization: string | undefined): Caller | undefined {
  return keys.get(/^Bearer +(\S+)$/i.exec(authorization ?? "")?.[1] ?? "");
}

interface KeyWanted {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

type Question =
  | { readonly hook: "mint"; readonly tokens: readonly KeyWanted[] }
  | { readonly hook: "revoke" | "expire"; readonly token: { readonly token: string } }
  | { readonly hook: "clock"; readonly seconds: number; readonly still?: boolean };

export function control(question: Question): object {
  switch (question.hook) {
    case "mint":
      return { tokens: question.tokens.flatMap(makeKeys) };
    case "clock":
      return moveClock(question.seconds, question.still ?? clock.stopped !== undefined);
    default:
      keys.delete(question.token.token);
      return {};
  }
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  clock.ahead = time - Date.now();
  clock.stopped = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}

function makeKeys({ scopes, account, count = 1 }: KeyWanted): object[] {
  return Array.from({ length: count }, () => {
    const token = `key_${randomUUID()}`;
    keys.set(token, { company: account ?? "main", scopes });
    return account === undefined ? { token, scopes } : { token, scopes, account };
  });
}
