/** Turns of the event loop for work that blocks it, such as drawing a large page. */
import { setImmediate } from "node:timers/promises";

/** Resolves when the caller may block the event loop for some milliseconds. */
export type TakeTurn = () => Promise<void>;

/**
 * Callers have one turn after the other, and what else waits for the event loop is done in between. Without this, a database
 * that answers at once lets all requests of a pipeline run in one turn.
 */
export function turns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
