/** Writes data collected in memory every half a minute, and when the process stops. */

const INTERVAL_MS = 30_000;

/**
 * Writes regularly. @param write writes the pending data; `isLast`: the process stops @param onError called when a regular
 * write fails; the next one tries again @returns `stop`, which writes all pending data and stops the timer
 */
export function writeRegularly(
  write: (isLast: boolean) => Promise<void>,
  onError: (error: unknown) => void,
): { stop(): Promise<void> } {
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(() => write(false)).catch(onError);
  }, INTERVAL_MS).unref();
  return {
    async stop() {
      clearInterval(timer);
      await running;
      await write(true);
    },
  };
}
