/** The number of timer events that make up one timeout. */
const ticks = 10;

/**
 * Calls `onExpired` once if there is no reply within `timeoutMs`. @returns a function that stops the timer
 *
 * The time is counted in ticks of this process's event loop. While the process is blocked (it loads modules, or the
 * machine is overloaded), it cannot read a reply. Such a pause counts as one tick, so it does not count against the target.
 */
export function startReplyTimer(timeoutMs: number, onExpired: () => void): () => void {
  let remaining = ticks;
  const timer = setInterval(() => {
    remaining--;
    if (remaining > 0) return;
    stop();
    onExpired();
  }, timeoutMs / ticks);
  const stop = () => clearInterval(timer);
  return stop;
}
