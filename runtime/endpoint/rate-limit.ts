/** The request rate of one process, and the headers of a 429. */
import type { Awaitable } from "../service/awaitable.ts";
import type { RateRule, Service } from "../service/service.ts";
import type { HeaderPairs } from "./exchange.ts";

/** Whether one more request is allowed, and if not, after how many seconds the next one will be. */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts a request by the id of its token (never its secret), or by its network where the spec has no authentication. */
export type Limit = (key: string) => Awaitable<RateVerdict>;

const allowed: RateVerdict = { allowed: true };

/**
 * A fixed-window rate limit in the memory of this process: at most `max` requests, or what they cost, in a window that opens
 * with the first of them. Without a rule it allows everything.
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
    if (window === undefined || isOver(window.endsAt, time)) {
      removeExpired(time);
      // Set again at the end of the map, whose order is that of the windows' ends.
      windows.delete(key);
      windows.set(key, { endsAt: time + seconds * 1000, count: cost });
      return allowed;
    }
    if (window.count >= max)
      return { allowed: false, retryAfterSeconds: Math.ceil((window.endsAt - time) / 1000) };
    window.count += cost;
    return allowed;
  };

  /** A window that ends later than a new one would was opened before the clock was set back. */
  function isOver(endsAt: number, time: number): boolean {
    return endsAt <= time || endsAt > time + seconds * 1000;
  }

  /** All windows are equally long, so the map holds them in the order in which they end. */
  function removeExpired(time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (!isOver(endsAt, time)) return;
      windows.delete(key);
    }
  }
}

/**
 * `Retry-After` (RFC 9110, section 10.2.3), `RateLimit-Policy` and `RateLimit` (draft-ietf-httpapi-ratelimit-headers). The
 * policy is named after what is counted: tokens (`pat`) or addresses, `pat-tool` and `address-tool` for the rate
 * of single tools.
 */
export function rateHeaders(
  { auth, rate }: Service,
  retryAfterSeconds: number,
  ofTools?: RateRule,
): HeaderPairs {
  const retry = ["Retry-After", String(retryAfterSeconds)];
  const rule = ofTools ?? rate;
  if (rule === undefined) return retry;
  const policy = `${auth.scheme === "none" ? "address" : "pat"}${ofTools ? "-tool" : ""}`;
  return [
    ...retry,
    "RateLimit-Policy",
    `"${policy}";q=${rule.max};w=${rule.seconds}`,
    "RateLimit",
    `"${policy}";r=0;t=${retryAfterSeconds}`,
  ];
}
