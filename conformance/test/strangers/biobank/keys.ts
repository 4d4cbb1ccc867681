/** The tokens of laboratories, and the hooks. */
import { randomBytes } from "node:crypto";
import { moveClock, now } from "./clock.ts";
import { holdWork } from "./work.ts";

export interface Caller {
  readonly token: string;
  readonly lab: string;
  readonly scopes: readonly string[];
  readonly until?: number;
}

const all = ["samples:read", "samples:write", "studies:manage", "assays:run", "donors:read"];
const callers = new Map<string, Caller>();

function add(token: string, lab: string, scopes: readonly string[], until?: number): void {
  callers.set(token, { token, lab, scopes, ...(until !== undefined && { until }) });
}

add("bio-main", "main", all);
add("bio-main-reader", "main", ["samples:read"]);
add("bio-main-nothing", "main", []);
add("bio-other", "other", all);
add("bio-suspended", "suspended", all);

/** Laboratories whose bill is overdue. */
const suspended = new Set(["suspended"]);
export const isSuspended = ({ lab }: Caller): boolean => suspended.has(lab);

export function callerWith(token: string): Caller | undefined {
  const caller = callers.get(token);
  return caller?.until !== undefined && now() >= caller.until ? undefined : caller;
}

interface WantedToken {
  readonly scopes: readonly string[];
  readonly count?: number;
  readonly account?: string;
  readonly expires?: boolean;
}

export interface ControlRequest {
  readonly hook: string;
  readonly tokens?: readonly WantedToken[];
  readonly token?: { readonly token: string };
  readonly account?: string;
  readonly state?: string | null;
  readonly seconds?: number;
  readonly still?: boolean;
  readonly hold?: boolean;
  readonly step?: "done" | "failed";
}

const lifeSeconds = 3600;

function mint({ scopes, count = 1, account, expires }: WantedToken): object[] {
  return Array.from({ length: count }, () => {
    const token = `bio_${randomBytes(16).toString("base64url")}`;
    add(token, account ?? "main", scopes, expires ? now() + lifeSeconds * 1000 : undefined);
    return { token, scopes, ...(account && { account }), ...(expires && { expires_in: lifeSeconds }) };
  });
}

export function control({
  hook,
  tokens = [],
  token,
  account = "main",
  state,
  seconds = 0,
  still,
  hold,
  step,
}: ControlRequest): object {
  switch (hook) {
    case "mint":
      return { tokens: tokens.flatMap(mint) };
    case "revoke":
    case "expire":
      if (token !== undefined) callers.delete(token.token);
      return {};
    case "account":
      if (state === "suspended") suspended.add(account);
      else suspended.delete(account);
      return {};
    case "clock":
      return { now: moveClock(seconds, still) };
    case "work":
      return { held: holdWork(hold, step) };
    default:
      return { error: `There is no hook ${hook}.` };
  }
}
