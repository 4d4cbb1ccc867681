import type { Log } from "@toolwright/runtime";

/** Ctrl+C reaches us twice, from the terminal and forwarded by npm: signals this close together are one. */
const SAME_SIGNAL_MS = 250;
const PARENT_CHECK_MS = 500;

/**
 * Ends the process when it is told to, with exit code 0. The first signal lets requests under way end; a second one
 * does not wait for them (exit code 1).
 * @param stop ends requests and storage in good order
 */
export function stopOnSignal(stop: () => Promise<void>, log: Log): void {
  let stoppingSince: number | undefined;

  async function shutDown(reason: string): Promise<void> {
    const now = performance.now();
    if (stoppingSince !== undefined && now - stoppingSince < SAME_SIGNAL_MS) return;
    if (stoppingSince !== undefined) {
      log.warn({ event: "stopped_by_force", reason });
      process.exit(1);
    }
    stoppingSince = now;
    log.info({ event: "stopping", reason });
    await stop();
    log.info({ event: "stopped" });
    process.exit(0);
  }

  for (const signal of ["SIGTERM", "SIGINT"]) process.on(signal, shutDown);
  if (process.env.npm_lifecycle_event === "start") whenOrphaned(() => shutDown("npm has ended"));
}

/**
 * npm starts us through a shell. A signal to npm ends that shell, and nobody tells us: we would go on alone and hold
 * the port.
 */
function whenOrphaned(orphaned: () => void): void {
  const parent = process.ppid;
  const timer = setInterval(() => {
    if (process.ppid === parent) return;
    clearInterval(timer);
    orphaned();
  }, PARENT_CHECK_MS).unref();
}
