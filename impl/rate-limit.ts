import { RateLimiterMemory, RateLimiterRes } from "rate-limiter-flexible";
import type { Limit } from "toolwright/runtime";

/** At most `max` requests a key in a window of `seconds` that opens with the first of them. */
export function rateLimit({ max, seconds }: { max: number; seconds: number }): Limit {
  const limiter = new RateLimiterMemory({ points: max, duration: seconds });
  return async (key) => {
    try {
      await limiter.consume(key);
      return { allowed: true };
    } catch (refusal) {
      // The limiter rejects with a result where it refuses, and with an error where something went wrong.
      if (!(refusal instanceof RateLimiterRes)) throw refusal;
      return { allowed: false, retryAfterSeconds: Math.max(1, Math.ceil(refusal.msBeforeNext / 1000)) };
    }
  };
}
