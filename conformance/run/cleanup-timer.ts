/** Limits the time of a cleanup: it goes on as long as its calls succeed, since a slow server needs minutes for hundreds of them. */

/** A cleanup that takes longer is announced, so that the user knows why the run goes on. */
const slowMs = 10_000;

export class CleanupTimer {
  readonly #controller = new AbortController();
  readonly #mostMs: number;
  readonly #slow: NodeJS.Timeout;
  #timeout: NodeJS.Timeout;

  /** @param mostMs the time in which a call has to succeed @param onSlow called once if the cleanup takes long */
  constructor(mostMs: number, onSlow: () => void) {
    this.#mostMs = mostMs;
    this.#slow = setTimeout(onSlow, slowMs);
    this.#timeout = this.#start();
  }

  /** Aborted once no call has succeeded for the time. */
  get signal(): AbortSignal {
    return this.#controller.signal;
  }

  noteSuccess(): void {
    clearTimeout(this.#timeout);
    this.#timeout = this.#start();
  }

  /** Ends the timers, which keep the process running. */
  stop(): void {
    clearTimeout(this.#slow);
    clearTimeout(this.#timeout);
  }

  #start(): NodeJS.Timeout {
    const reason = `No call of the cleanup succeeded for ${this.#mostMs / 1000} seconds.`;
    return setTimeout(() => this.#controller.abort(new DOMException(reason, "TimeoutError")), this.#mostMs);
  }
}
