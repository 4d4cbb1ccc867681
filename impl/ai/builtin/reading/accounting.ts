/** Accounts for every token of a prompt: one reader has read it, or a warning quotes it. */
import type { Token } from "./tokens.ts";

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
    for (let index = from; index < to; index++)
      if (this.#counts(index) && this.#isRead[index] === 0) return false;
    return true;
  }

  /** @returns the share of words and numbers between two tokens that was read, 0 to 1; 1 where there are none */
  share({ from, to }: Range = { from: 0, to: this.#tokens.length }): number {
    let [all, read] = [0, 0];
    for (let index = from; index < to; index++) {
      if (!this.#counts(index)) continue;
      all += 1;
      read += this.#isRead[index] ?? 0;
    }
    return all === 0 ? 1 : read / all;
  }

  /** @returns the runs of tokens in a range that no reader has read; marks alone are no run, and a line end ends one */
  unreadRuns(range: Range = { from: 0, to: this.#tokens.length }): Range[] {
    const runs: Range[] = [];
    let [from, to] = [-1, -1];
    const close = () => {
      if (from >= 0) runs.push({ from, to });
      from = -1;
    };
    for (let index = range.from; index < range.to; index++) {
      if (this.#tokens[index]?.kind === "newline") close();
      if (!this.#counts(index)) continue;
      if (this.#isRead[index] === 1) close();
      else {
        if (from < 0) from = index;
        to = index + 1;
      }
    }
    close();
    return runs;
  }

  /** Marks and line ends say nothing by themselves. */
  #counts(index: number): boolean {
    const kind = this.#tokens[index]?.kind;
    return kind !== undefined && kind !== "mark" && kind !== "newline";
  }
}
