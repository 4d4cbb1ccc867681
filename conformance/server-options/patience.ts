/** The least wait for an answer that a server need not give, in milliseconds. */
const leastMs = 10_000;

/** A busy machine may make one answer so many times as slow as another one. */
const variation = 4;

/**
 * Returns how long to wait for an answer that a server need not give, in milliseconds, so that neither a slow server nor a busy machine
 * is taken for a silent server.
 *
 * @param tookMs how long the server took for a comparable answer
 */
export function patienceMs(tookMs: number): number {
  return leastMs + variation * tookMs;
}
