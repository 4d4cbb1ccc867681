/** The access keys of two agencies, and the clock. POST /control makes and ends keys, and moves the clock. */
import { randomBytes } from "node:crypto";

export interface Caller {
  readonly agency: string;
  readonly scopes: readonly string[];
}

const everything = ["office:read", "office:write", "claims:handle", "payments:make", "bank:read"];

const keys = new Map<string, Caller>([
  ["hm-main", { agency: "main", scopes: everything }],
  ["hm-main-desk", { agency: "main", scopes: ["office:read", "office:write"] }],
  ["hm-main-nothing", { agency: "main", scopes: [] }],
  ["hm-other", { agency: "other", scopes: everything }],
]);

export const callerWith = (key: string): Caller | undefined => keys.get(key);

let offset = 0;
let stoppedAt: number | undefined;

export const now = (): number => stoppedAt ?? Date.now() + offset;

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
  if (hook === "clock") return moveClock(seconds, still ?? stoppedAt !== undefined);
  keys.delete(token?.token ?? "");
  return {};
}

function makeKeys({ scopes, account, count = 1 }: WantedKey): object[] {
  return Array.from({ length: count }, () => {
    const token = `hm-${randomBytes(16).toString("hex")}`;
    keys.set(token, { agency: account ?? "main", scopes });
    return { token, scopes, ...(account !== undefined && { account }) };
  });
}

function moveClock(seconds: number, still: boolean): object {
  const time = now() + seconds * 1000;
  offset = time - Date.now();
  stoppedAt = still && process.env.CLOCK !== "moves" ? time : undefined;
  return { now: new Date(time).toISOString() };
}
