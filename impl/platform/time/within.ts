/** Bounds how long a promise is awaited. */
import { setTimeout as wait } from "node:timers/promises";

/** Settles like the promise, but rejects with `reason` if that takes too long; the promise itself continues. */
export async function withinMs<T>(ms: number, promise: Promise<T>, reason: string): Promise<T> {
  const stopWaiting = new AbortController();
  const late = wait(ms, undefined, { ref: false, signal: stopWaiting.signal }).then(() => {
    throw new Error(reason);
  });
  // Rejects when the wait is cancelled; the caller no longer awaits it.
  late.catch(() => {});
  return Promise.race([promise, late]).finally(() => stopWaiting.abort());
}
