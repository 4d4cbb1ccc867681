/** Work after the answer, so the response time reveals nothing about it. */
import { setImmediate } from "node:timers/promises";
import type { Log } from "@toolwright/runtime";

export interface Background {
  /** Starts work after the answers of this turn of the event loop have been sent. Failures are logged. */
  run(name: string, work: () => Promise<void>): void;
  /** Resolves when all started work has ended. */
  waitUntilSettled(): Promise<void>;
}

export function background(log: Log): Background {
  const running = new Set<Promise<void>>();
  return {
    run(name, work) {
      const task = setImmediate()
        .then(work)
        .catch((error: unknown) => log.error({ event: "background_work_failed", work: name, error }))
        .finally(() => running.delete(task));
      running.add(task);
    },
    async waitUntilSettled() {
      await Promise.all(running);
    },
  };
}
