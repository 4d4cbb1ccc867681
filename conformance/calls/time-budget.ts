/** The requests of a run that has a time and no limit of requests: as many as fit at the speed that was measured. */
export class TimeBudget {
  readonly #ms: number;
  readonly #expected: number;
  readonly #now: () => number;
  readonly #startedAt: number;

  /**
   * @param seconds the time in which the run sends requests
   * @param expected the requests for this time, until enough of them are measured
   * @param now the time in milliseconds
   */
  constructor(seconds: number, expected: number, now: () => number = () => performance.now()) {
    this.#ms = seconds * 1_000;
    this.#expected = expected;
    this.#now = now;
    this.#startedAt = now();
  }

  /** Returns the requests that the whole run may send if the others take as long as those so far. */
  requestsAfter(sent: number): number {
    const elapsed = this.#now() - this.#startedAt;
    if (elapsed >= this.#ms) return sent;
    if (sent < fewestMeasured) return this.#expected;
    // A request that took no measurable time does not make the number infinite: a finite one says that the run has a limit.
    return sent + Math.floor(((this.#ms - elapsed) * sent) / Math.max(elapsed, 1));
  }
}

/** Fewer requests say little of the speed: the first ones open connections. */
const fewestMeasured = 20;
