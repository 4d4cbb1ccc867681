/** A prompt with its tokens, its pairs of brackets and quotes, and the account of what was read. */
import { Accounting, type Range } from "./accounting.ts";
import { isWord, type Token, tokenize } from "./tokens.ts";

/** The marks that may end what a bracket or a quote opens. */
const ENDS: Readonly<Record<string, string>> = {
  "(": ")",
  "[": "]",
  "{": "}",
  '"': '"',
  "'": "'’",
  "‘": "’'",
  "“": "”“",
  "„": '“”"',
  "«": "»",
  "»": "«",
};
/** Marks that only show how a text looks, as in Markdown: `**Name**`. */
const LOOKS = /^[`_]$/;

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
}

/** Brackets and quotes end on the line on which they begin; one without its other half is a mark like all others. */
function pairs(tokens: readonly Token[]): Map<number, number> {
  const closes = new Map<number, number>();
  let open: { readonly index: number; readonly ends: string }[] = [];
  for (const [index, token] of tokens.entries()) {
    if (token.kind === "newline") open = [];
    if (token.kind !== "mark") continue;
    const opens = endsOf(tokens, index);
    // A straight quote that could begin another one ends the one that is open, and so does "»" behind a blank.
    const last =
      opens && !`"»`.includes(token.text) ? -1 : open.findLastIndex(({ ends }) => ends.includes(token.text));
    const closed = open[last];
    if (closed && !(APOSTROPHES.includes(token.text) && isInWord(tokens, index))) {
      closes.set(closed.index, index);
      open.length = last;
    } else if (opens) open.push({ index, ends: opens });
  }
  return closes;
}

const APOSTROPHES = "'’";

/** "What's": an apostrophe, and no quote. */
function isInWord(tokens: readonly Token[], index: number): boolean {
  const [token, next] = [tokens[index], tokens[index + 1]];
  return token?.isSpaced === false && next?.isSpaced === false && next.kind === "word";
}

/** The marks that may end what a mark opens; undefined if it opens nothing. */
function endsOf(tokens: readonly Token[], index: number): string | undefined {
  const mark = tokens[index]?.text ?? "";
  return "([{".includes(mark) || isOpening(tokens, index) ? ENDS[mark] : undefined;
}

function isOpening(tokens: readonly Token[], index: number): boolean {
  const [before, token, next] = [tokens[index - 1], tokens[index], tokens[index + 1]];
  const stands = token?.isSpaced || before === undefined || "([{:,;/".includes(before.text);
  // In French, blanks stand inside of quotes.
  const isTight = next?.isSpaced === false || token?.text === "«";
  return stands && next !== undefined && isTight && next.kind !== "newline";
}

/** Double asterisks, underscores around words, and backticks. */
function looks(tokens: readonly Token[]): Set<number> {
  const found = new Set<number>();
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== "mark") continue;
    const next = tokens[index + 1];
    const isDouble = token.text === "*" && next?.text === "*" && !next.isSpaced;
    if (isDouble && !found.has(index)) found.add(index).add(index + 1);
    else if (LOOKS.test(token.text) && (token.isSpaced || next === undefined || next.isSpaced))
      found.add(index);
  }
  return found;
}
