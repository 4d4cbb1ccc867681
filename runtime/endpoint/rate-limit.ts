/** The request rate of one process, and the headers of a 429. */
import type { Awaitable } from "../service/awaitable.ts";
import type { Caller } from "../service/caller.ts";
import type { RateRule, Service } from "../service/service.ts";
import type { HeaderPairs } from "./exchange.ts";

/** Whether a request is allowed; if not, the seconds until the next request is allowed. */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/**
 * Counts a request by the id of its token (never its secret) or, for a rate `per: account`, by that of its account; by its network if the
 * spec has no authentication.
 */
export type Limit = (key: string) => Awaitable<RateVerdict>;

/** Returns the key under which a rate counts the requests of a caller. */
export function rateKey(rule: Pick<RateRule, "per"> | undefined, { account, token }: Caller): string {
  return rule?.per === "account" ? account : token;
}

const allowed: RateVerdict = { allowed: true };

/**
 * Creates a fixed-window rate limit in the memory of this process: at most `max` requests, or units of cost, in a window that opens
 * with the first request. Without a rule it allows everything.
 *
 * @param now milliseconds since the epoch
 */
export function fixedWindow(
  rule: Pick<RateRule, "max" | "seconds"> | undefined,
  now: () => number,
): (key: string, cost?: number) => RateVerdict {
  if (rule === undefined) return () => allowed;
  const { max, seconds } = rule;
  const windows = new Map<string, { readonly endsAt: number; count: number }>();
  const start = now();
  return (key, cost = 1) => {
    const time = now() - start; // V8 stores small numbers in the window itself.
    const window = windows.get(key);
    if (window === undefined || hasEnded(window.endsAt, time)) {
      removeExpired(time);
      // Insert at the end of the map, so that it stays sorted by the end of the windows.
      windows.delete(key);
      windows.set(key, { endsAt: time + seconds * 1000, count: cost });
      return allowed;
    }
    if (window.count >= max)
      return { allowed: false, retryAfterSeconds: Math.ceil((window.endsAt - time) / 1000) };
    window.count += cost;
    return allowed;
  };

  /** Whether a window has ended. If it ends later than a new one would, the clock was set back, so it counts as ended. */
  function hasEnded(endsAt: number, time: number): boolean {
    return endsAt <= time || endsAt > time + seconds * 1000;
  }

  /** Removes ended windows. All windows are equally long, so the map is sorted by their ends. */
  function removeExpired(time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (!hasEnded(endsAt, time)) return;
      windows.delete(key);
    }
  }
}

/**
 * Returns `Retry-After` (RFC 9110, section 10.2.3), `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers).
 * The name of the policy says whether tokens (`pat`), accounts or addresses are counted; `pat-tool`, `account-tool` and `address-tool`
 * are the policies for the rate of single tools.
 */
export function rateHeaders(
  { auth, rate }: Service,
  retryAfterSeconds: number,
  ofTools?: RateRule,
): HeaderPairs {
  const retry = ["Retry-After", String(retryAfterSeconds)];
  const rule = ofTools ?? rate;
  if (rule === undefined) return retry;
  const ofToken = auth.scheme === "none" ? "address" : "pat";
  const policy = `${rule.per ?? ofToken}${ofTools ? "-tool" : ""}`;
  return [
    ...retry,
    "RateLimit-Policy",
    `"${policy}";q=${rule.max};w=${rule.seconds}`,
    "RateLimit",
    `"${policy}";r=0;t=${retryAfterSeconds}`,
  ];
}
