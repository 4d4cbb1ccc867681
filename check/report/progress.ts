/** Says what a command is waiting for, so that no wait is silent. */
import { counted, shorten, withoutControls } from "./wording.ts";

/** The stream for messages. */
export interface ProgressOutput {
  readonly isTTY?: boolean | undefined;
  write(text: string): unknown;
}

/** A terminal shows the seconds of a wait from here on. */
const shownFrom = 2;

/** Where no terminal is, each of these waits is a line. */
const plainEveryMs = 10_000;

/**
 * One line on a terminal, which is renewed and in the end removed. Elsewhere, as in CI, a line every ten seconds, and none for what
 * is faster.
 */
export class Progress {
  readonly #stderr: ProgressOutput;
  #what = "";
  #since = 0;
  #count = 0;
  #part = "";
  #timer: NodeJS.Timeout | undefined;

  constructor(stderr: ProgressOutput) {
    this.#stderr = stderr;
  }

  /** @param what is waited for, such as `tools/list` */
  begin(what: string): void {
    this.#what = shorten(withoutControls(what).replaceAll("\n", " "), 60);
    this.#since = performance.now();
    this.#count = 0;
    this.#part = "";
    const isTTY = this.#stderr.isTTY === true;
    this.#timer ??= setInterval(() => this.#show(), isTTY ? 1_000 : plainEveryMs).unref();
    if (isTTY) this.#show();
  }

  /** A part of it begins, such as a check. */
  beginPart(part: string): void {
    this.#part = part;
    if (this.#stderr.isTTY === true) this.#show();
  }

  /** A part of it is done. */
  tick(): void {
    this.#count++;
    this.#part = "";
    if (this.#stderr.isTTY === true) this.#show();
  }

  end(): void {
    clearInterval(this.#timer);
    this.#timer = undefined;
    if (this.#stderr.isTTY === true) this.#stderr.write("\r\u001b[K");
  }

  #show(): void {
    const seconds = Math.floor((performance.now() - this.#since) / 1_000);
    const part = this.#part === "" ? "" : ` (${this.#part})`;
    const done = this.#count === 0 ? part : `, ${this.#count} done${part}`;
    if (this.#stderr.isTTY === true) {
      const waited = seconds < shownFrom ? "" : `, ${seconds} s`;
      this.#stderr.write(`\r\u001b[K${this.#what}${done}${waited}...`);
      return;
    }
    if (seconds >= 1)
      this.#stderr.write(`Waiting for ${this.#what}: ${counted(seconds, "second")}${done}.\n`);
  }
}
