/** Accounts for every token of a prompt: one reader has read it, or a warning quotes it. */
import { isWord, type Token } from "./tokens.ts";

/** Tokens `from` to `to` of a prompt, the end not included. */
export interface Range {
  readonly from: number;
  readonly to: number;
}

export class Accounting {
  readonly #tokens: readonly Token[];
  readonly #isRead: Uint8Array;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
    this.#isRead = new Uint8Array(tokens.length);
  }

  /** Says that the form has what these tokens say, or that they say nothing ("please"). */
  read({ from, to }: Range): void {
    this.#isRead.fill(1, from, to);
  }

  /** Takes back what was said of these tokens, for a reader whose result is not used. */
  unread({ from, to }: Range): void {
    this.#isRead.fill(0, from, to);
  }

  isRead({ from, to }: Range): boolean {
    for (let index = from; index < to; index++) if (this.#isOpen(index)) return false;
    return true;
  }

  /** @returns the share of words and numbers that was read, 0 to 1; 1 where there are none */
  share(): number {
    const words = this.#tokens.filter(isWord).length;
    const open = this.#tokens.filter((_, index) => this.#isOpen(index)).length;
    return words === 0 ? 1 : 1 - open / words;
  }

  /** @returns the runs of tokens in a range that no reader has read; marks alone are no run, and a line end ends one */
  unreadRuns({ from, to }: Range = { from: 0, to: this.#tokens.length }): Range[] {
    const runs: { from: number; to: number }[] = [];
    let isEnded = true;
    for (let index = from; index < to; index++) {
      const run = runs.at(-1);
      const token = this.#tokens[index];
      if (!this.#isOpen(index)) isEnded ||= isWord(token) || token?.kind === "newline";
      else if (run && !isEnded) run.to = index + 1;
      else {
        runs.push({ from: index, to: index + 1 });
        isEnded = false;
      }
    }
    return runs;
  }

  /** Marks say nothing by themselves, so they are never open. */
  #isOpen(index: number): boolean {
    return isWord(this.#tokens[index]) && this.#isRead[index] === 0;
  }
}
