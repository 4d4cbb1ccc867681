/** Counts the requests of a tracker's tokens, rightly or with a fault. */
import { fixedWindow, type RateRule, type RateVerdict } from "@toolwright/runtime";
import type { Has } from "./faults.ts";

type Rate = "rate" | "export-rate";

/** @param which `rate` counts all requests, `export-rate` the calls of one tool */
export function rateLimit(
  which: Rate,
  rule: Pick<RateRule, "max" | "seconds">,
  has: Has,
  now: () => number,
): (token: string) => RateVerdict {
  const more = which === "rate" && has("rate-allows-one-more") ? 1 : 0;
  const fewer = which === "rate" && has("rate-refuses-early") ? 1 : 0;
  const max = rule.max + more - fewer;
  const neverOpens = has(`${which}-window-never-opens`);
  const count = fixedWindow({ max, seconds: neverOpens ? 1e6 : rule.seconds }, now);
  if (has(`${which}-is-not-counted`)) return () => ({ allowed: true });
  return (token) => {
    const verdict = count(has(`${which}-counts-all-tokens-together`) ? "all" : token);
    if (verdict.allowed) return verdict;
    // The suite waits so long before it calls again.
    if (neverOpens) return { allowed: false, retryAfterSeconds: 1 };
    return which === "rate" && has("rate-asks-for-an-hour")
      ? { allowed: false, retryAfterSeconds: 3600 }
      : verdict;
  };
}
