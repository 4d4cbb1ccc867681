/** The API keys of two firms. POST /control makes and ends keys, and moves the clock. */
import { randomBytes } from "node:crypto";
import { moveClock } from "./clock.ts";

export interface Caller {
  readonly firm: string;
  readonly scopes: readonly string[];
}

const everything = [
  "staff:read",
  "staff:write",
  "time:write",
  "time:approve",
  "pay:read",
  "pay:run",
  "bank:read",
];

const keys = new Map<string, Caller>([
  ["pay-main", { firm: "main", scopes: everything }],
  ["pay-other", { firm: "other", scopes: everything }],
]);

export const callerWith = (key: string): Caller | undefined => keys.get(key);

interface WantedKey {
  readonly scopes: readonly string[];
  readonly account?: string;
  readonly count?: number;
}

export interface ControlRequest {
  readonly hook: string;
  readonly tokens?: readonly WantedKey[];
  readonly token?: { readonly token: string };
  readonly seconds?: number;
  readonly still?: boolean;
}

export function control({ hook, tokens = [], token, seconds = 0, still }: ControlRequest): object {
  if (hook === "mint") return { tokens: tokens.flatMap(makeKeys) };
  if (hook === "clock") return moveClock(seconds, still);
  keys.delete(token?.token ?? "");
  return {};
}

function makeKeys({ scopes, account, count = 1 }: WantedKey): object[] {
  return Array.from({ length: count }, () => {
    const token = `pay-${randomBytes(16).toString("hex")}`;
    keys.set(token, { firm: account ?? "main", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}
