import type { Awaitable } from "../awaitable.ts";
import type { RateRule, Service } from "../service.ts";
import type { Headers } from "./headers.ts";

/** Whether one more request passes, and if not, after how many seconds it is worth another try. */
export type RateVerdict =
  | { readonly allowed: true }
  | { readonly allowed: false; readonly retryAfterSeconds: number };

/** Counts a request of one token (its id, never its secret), or of one address where nobody has a token. */
export type Limit = (key: string) => Awaitable<RateVerdict>;

const allowed: RateVerdict = { allowed: true };

/** For one process: at most `max` requests in a window that opens with the first of them. No rule, no limit. */
export function fixedWindow(
  rule: Pick<RateRule, "max" | "seconds"> | undefined,
  now: () => number,
): (key: string) => RateVerdict {
  if (rule === undefined) return () => allowed;
  const { max, seconds } = rule;
  const windows = new Map<string, { readonly endsAt: number; passed: number }>();
  return (key) => {
    const time = now();
    const window = windows.get(key);
    if (window === undefined || window.endsAt <= time) {
      forgetEnded(time);
      windows.set(key, { endsAt: time + seconds * 1000, passed: 1 });
      return allowed;
    }
    if (window.passed < max) {
      window.passed++;
      return allowed;
    }
    return { allowed: false, retryAfterSeconds: Math.ceil((window.endsAt - time) / 1000) };
  };

  /** All windows are equally long, so the map holds them in the order in which they end. */
  function forgetEnded(time: number): void {
    for (const [key, { endsAt }] of windows) {
      if (endsAt > time) return;
      windows.delete(key);
    }
  }
}

/**
 * `Retry-After` (RFC 9110, section 10.2.3) and the fields of draft-ietf-httpapi-ratelimit-headers. The policy is named
 * after what is counted: a personal access token (`pat`) or an address.
 */
export function rateHeaders({ auth, rate }: Service, retryAfterSeconds: number): Headers {
  const retry = ["Retry-After", String(retryAfterSeconds)];
  if (rate === undefined) return retry;
  const policy = auth.scheme === "bearer" ? "pat" : "address";
  return [
    ...retry,
    ...["RateLimit-Policy", `"${policy}";q=${rate.max};w=${rate.seconds}`],
    ...["RateLimit", `"${policy}";r=0;t=${retryAfterSeconds}`],
  ];
}
