/** A prompt with its tokens, its pairs of brackets and quotes, and the account of what was read. */
import { Accounting, type Range } from "./accounting.ts";
import { type Key, keyIn } from "./keys.ts";
import { looks, pairs } from "./pairs.ts";
import type { Found } from "./phrases.ts";
import { isWord, type Token, tokenize } from "./tokens.ts";

/** Whether the token at `index` separates, and how many tokens the separator has. */
export type Separator = (index: number) => number;

export class Prompt {
  readonly text: string;
  readonly tokens: readonly Token[];
  readonly accounting: Accounting;
  /** The index of the closing bracket or quote for each opening one. */
  readonly #closes: ReadonlyMap<number, number>;
  readonly #looks: ReadonlySet<number>;

  constructor(text: string) {
    this.text = text;
    this.tokens = tokenize(text);
    this.accounting = new Accounting(this.tokens);
    this.#closes = pairs(this.tokens);
    this.#looks = looks(this.tokens);
  }

  get all(): Range {
    return { from: 0, to: this.tokens.length };
  }

  key(index: number): string {
    return this.tokens[index]?.key ?? "";
  }

  isMark(index: number, marks: string): boolean {
    const token = this.tokens[index];
    return token !== undefined && token.kind === "mark" && marks.includes(token.text);
  }

  /** Whether a token is a word, number or the like, and no mark or line end. */
  isWord(index: number): boolean {
    return isWord(this.tokens[index]);
  }

  /** Whether a token belongs to the look of the text, such as `**`. */
  isLook(index: number): boolean {
    return this.#looks.has(index);
  }

  /** @returns the index of the bracket or quote that closes the one at `index` */
  closeOf(index: number): number | undefined {
    return this.#closes.get(index);
  }

  /** @returns the token behind this one, or behind the bracket or quote that opens here */
  after(index: number): number {
    return (this.#closes.get(index) ?? index) + 1;
  }

  isOpenBracket(index: number): boolean {
    return this.isMark(index, "([{") && this.#closes.has(index);
  }

  isOpenQuote(index: number): boolean {
    return this.#closes.has(index) && !this.isOpenBracket(index);
  }

  /** @returns the inside of the bracket or quote that opens at `index` */
  inside(index: number): Range {
    return { from: index + 1, to: this.#closes.get(index) ?? index + 1 };
  }

  /** @returns the inside of the bracket or the quotes that a whole range is, else the range */
  inner({ from, to }: Range): Range {
    return from < to && this.#closes.get(from) === to - 1 ? this.inside(from) : { from, to };
  }

  /** Whether the tokens of a range are all marks or line ends. */
  isEmpty({ from, to }: Range): boolean {
    for (let index = from; index < to; index++) if (this.isWord(index)) return false;
    return true;
  }

  /** @returns how many words and numbers a range has */
  count({ from, to }: Range): number {
    let count = 0;
    for (let index = from; index < to; index++) if (this.isWord(index)) count += 1;
    return count;
  }

  /** @returns the prompt's own text of a range, without marks for its look */
  textOf({ from, to }: Range): string {
    let text = "";
    let isSpaced = false;
    for (let index = from; index < to; index++) {
      const token = this.tokens[index];
      if (token === undefined) continue;
      isSpaced ||= token.isSpaced || token.kind === "newline";
      if (token.kind === "newline" || this.#looks.has(index)) continue;
      text += `${isSpaced && text !== "" ? " " : ""}${token.text}`;
      isSpaced = false;
    }
    return text;
  }

  /** @returns a range without the marks at its beginning and its end that are in `marks` */
  trim({ from, to }: Range, marks = ",;:.!-–—*|"): Range {
    let [start, end] = [from, to];
    while (start < end && this.#isTrimmed(start, marks)) start += 1;
    while (end > start && this.#isTrimmed(end - 1, marks)) end -= 1;
    return { from: start, to: end };
  }

  #isTrimmed(index: number, marks: string): boolean {
    const token = this.tokens[index];
    return token?.kind === "newline" || this.#looks.has(index) || this.isMark(index, marks);
  }

  /** @returns the parts between separators outside of brackets and quotes; empty parts are left out */
  split({ from, to }: Range, separator: Separator): Range[] {
    const parts: Range[] = [];
    let start = from;
    for (let index = from; index < to; ) {
      const length = separator(index);
      if (length > 0) {
        parts.push({ from: start, to: index });
        start = index + length;
        index = start;
      } else index = Math.max(this.after(index), index + 1);
    }
    parts.push({ from: start, to });
    return parts.filter((part) => !this.isEmpty(part));
  }

  /** @returns a separator for any of these marks */
  marks(text: string): Separator {
    return (index) => (this.isMark(index, text) && !this.isOpenQuote(index) ? 1 : 0);
  }

  /** @returns the index of the first token in a range, outside of brackets and quotes, for which `is` holds */
  find({ from, to }: Range, is: (index: number) => boolean): number | undefined {
    for (let index = from; index < to; index = Math.max(this.after(index), index + 1))
      if (is(index)) return index;
    return undefined;
  }

  findMark(range: Range, marks: string): number | undefined {
    return this.find(range, (index) => this.isMark(index, marks));
  }

  findColon(range: Range): number | undefined {
    return this.find(range, (index) => this.isColon(index));
  }

  /** A colon that is followed by a blank or the end, so none in "10:30" or "https://". */
  isColon(index: number): boolean {
    const next = this.tokens[index + 1];
    const isEnd =
      next === undefined || next.isSpaced || this.isOpenQuote(index + 1) || this.isLook(index + 1);
    return isEnd && this.isMark(index, ":：");
  }

  /** A dash with blanks on both sides, or an arrow. */
  isDash(index: number, isFirst = false): boolean {
    const [token, next] = [this.tokens[index], this.tokens[index + 1]];
    if (token === undefined || !this.isMark(index, "-–—→")) return false;
    // The second one of "--".
    if (!token.isSpaced && this.isMark(index - 1, "-") && this.isDash(index - 1, true))
      return next?.isSpaced !== false;
    const isLong = token.text === "—";
    return isLong || (token.isSpaced && (next === undefined || next.isSpaced || isFirst));
  }

  /** The longest word for a part of a list at a place, in any language, such as "options". */
  keyAt(from: number, limit: number, ...keys: readonly Key[]): Found<Key> | undefined {
    return keyIn(this.tokens, from, limit, keys);
  }
}
