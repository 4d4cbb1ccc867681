import type { Log } from "@toolwright/runtime";
import type { Stores } from "../../platform/stores.ts";
import { removeExpired } from "./remove-expired.ts";

const INTERVAL_MS = 3_600_000;
/** The first run is delayed, to keep the start fast. */
const FIRST_RUN_DELAY_MS = 60_000;

/** Removes expired data every hour, one run after the other. */
export function scheduleCleanup(parts: Stores & { readonly log: Log }): { stop(): Promise<void> } {
  let running: Promise<void> = Promise.resolve();
  let timer = setTimeout(run, FIRST_RUN_DELAY_MS).unref();
  let stopped = false;

  function run(): void {
    running = removeAndLog(parts).finally(() => {
      if (!stopped) timer = setTimeout(run, INTERVAL_MS).unref();
    });
  }

  return {
    stop() {
      stopped = true;
      clearTimeout(timer);
      return running;
    },
  };
}

async function removeAndLog({ log, ...parts }: Parameters<typeof scheduleCleanup>[0]): Promise<void> {
  try {
    const removed = await removeExpired(parts);
    if (Object.values(removed).some((count) => count > 0)) log.info({ event: "cleaned_up", ...removed });
  } catch (error) {
    log.error({ event: "cleaning_up_failed", error });
  }
}
