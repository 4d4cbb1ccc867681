/** Sends a request again when the endpoint is busy or broken. */
import { setTimeout as wait } from "node:timers/promises";
import { retryAfterMs, toFailure } from "./provider-failure.ts";

const RETRIES = 2;
/** The longest wait that an endpoint may ask for; a call of a tool has 45 s in all. */
const MAX_WAIT_MS = 10_000;

/** @throws ModelFailure; the reason of `signal` when it aborts */
export async function withRetries<T>(request: () => Promise<T>, signal: AbortSignal): Promise<T> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await request();
    } catch (error) {
      signal.throwIfAborted();
      const pause = attempt < RETRIES ? retryAfterMs(error, attempt) : undefined;
      if (pause === undefined || pause > MAX_WAIT_MS) throw toFailure(error);
      await wait(pause, undefined, { signal });
    }
  }
}
