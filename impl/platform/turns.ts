/** Distributes turns of the event loop for blocking work, such as drawing a large page. */
import { setImmediate } from "node:timers/promises";

/** Resolves when the caller may block the event loop for some milliseconds. */
export type TakeTurn = () => Promise<void>;

/**
 * Gives each caller a separate turn, so other work can run between them. Without it, a database that answers synchronously would
 * run all requests of a pipeline in one turn.
 */
export function turns(): TakeTurn {
  let last: Promise<void> = Promise.resolve();
  return () => {
    last = last.then(() => setImmediate());
    return last;
  };
}
