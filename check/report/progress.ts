/** Says what a command is waiting for, so that no wait is silent. */
import { formatCount, oneLine, shorten } from "./wording.ts";

/** The stream for messages. */
export interface ProgressOutput {
  /** Whether it is a terminal; progress is shown on those. */
  readonly isTTY?: boolean | undefined;
  /** The width of a terminal, in characters. */
  readonly columns?: number | undefined;
  /** Writes a text. */
  write(text: string): unknown;
}

/** A terminal shows the seconds of a wait from here on. */
const shownFrom = 2;

/** A terminal is written to at most this often, and only if the line changed: it does not flicker. */
const terminalEveryMs = 200;

/** The time between two lines if the output is no terminal. */
const plainEveryMs = 10_000;

/** The width of a terminal that does not say it. */
const usualColumns = 80;

/**
 * One line on a terminal, which is renewed and in the end removed. Elsewhere, as in CI, a line every ten seconds, and none for what
 * is faster.
 */
export class Progress {
  readonly #stderr: ProgressOutput;
  #what = "";
  #since = 0;
  #count = 0;
  /** The parts that have begun and not ended, the latest last. */
  #parts: string[] = [];
  #shown = "";
  #shownAt = Number.NEGATIVE_INFINITY;
  #timer: NodeJS.Timeout | undefined;

  constructor(stderr: ProgressOutput) {
    this.#stderr = stderr;
  }

  /**
   * Shows what is done now.
   *
   * @param what is waited for, such as `tools/list`. The same again, such as the next page of a list, counts as `tick`.
   */
  begin(what: string): void {
    if (this.#timer !== undefined && what === this.#what) {
      this.tick();
      return;
    }
    this.#what = what;
    this.#since = performance.now();
    this.#count = 0;
    this.#parts = [];
    if (this.#stderr.isTTY === true) {
      this.#timer ??= setInterval(() => this.#showLine(), terminalEveryMs).unref();
      // The next step may block, so that the timer does not run.
      if (performance.now() - this.#shownAt >= terminalEveryMs) this.#showLine();
    } else {
      this.#timer ??= setInterval(() => this.#addLine(), plainEveryMs).unref();
    }
  }

  /** A part of it begins, such as a check. */
  beginPart(part: string): void {
    this.#parts.push(part);
  }

  /** A part of it is done. */
  tick(part = ""): void {
    this.#count++;
    const index = this.#parts.indexOf(part);
    if (index !== -1) this.#parts.splice(index, 1);
  }

  /** Removes the line. */
  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#shown !== "") this.#stderr.write("\r\u001b[K");
    this.#shown = "";
  }

  #showLine(): void {
    const seconds = this.#seconds();
    const waited = seconds < shownFrom ? "" : `, ${seconds} s`;
    // A line that fills the terminal would continue on the next one, and stay there.
    const most = (this.#stderr.columns || usualColumns) - 1;
    const line = `${this.#name()}${this.#done()}${waited}...`.slice(0, Math.max(most, 0));
    if (line === this.#shown) return;
    this.#shown = line;
    this.#shownAt = performance.now();
    this.#stderr.write(`\r${line}\u001b[K`);
  }

  #addLine(): void {
    const seconds = this.#seconds();
    if (seconds < 1) return;
    this.#stderr.write(`Waiting for ${this.#name()}: ${formatCount(seconds, "second")}${this.#done()}.\n`);
  }

  #name(): string {
    return shorten(oneLine(this.#what), 60);
  }

  #done(): string {
    const open = this.#parts.at(-1);
    const part = open === undefined ? "" : ` (${open})`;
    return this.#count === 0 ? part : `, ${this.#count} done${part}`;
  }

  #seconds(): number {
    return Math.floor((performance.now() - this.#since) / 1_000);
  }
}
