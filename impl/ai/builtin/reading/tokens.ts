/** Splits a text into tokens that keep their places: readers match tokens and never rewrite the text. */
import { fold } from "../../../texts/fold.ts";

/**
 * - `word`: letters, or letters and digits, such as `U10`
 * - `number`: `5`, `1.5`, `10,000`
 * - `date`: `2027-05-20`, `20.5.2027`; `time`: `10:30`
 * - `link`: a web address; `address`: a mail address or the domain of one, `@example.org`
 * - `newline`: the end of a line; `mark`: one of all other characters
 */
export type TokenKind = "word" | "number" | "date" | "time" | "link" | "address" | "newline" | "mark";

export interface Token {
  readonly kind: TokenKind;
  /** As the prompt has it. */
  readonly text: string;
  /** Lower case without accents: two spellings of a word have one key. */
  readonly key: string;
  /** Offsets in the prompt, in UTF-16 code units. */
  readonly start: number;
  readonly end: number;
  /** Whether white space or the beginning of the text stands before it. */
  readonly isSpaced: boolean;
}

const KINDS: readonly (readonly [TokenKind, string])[] = [
  ["link", String.raw`(?:https?:\/\/|www\.)[^\s<>"'“”«»)\]]+[^\s<>"'“”«»)\].,;:!?]`],
  ["address", String.raw`[\w.+-]*@[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)+`],
  ["date", String.raw`\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}(?<sep>[./])\d{1,2}\k<sep>\d{4}(?!\d)`],
  ["time", String.raw`\d{1,2}:\d{2}(?!\d)`],
  [
    "number",
    String.raw`\d{1,3}(?:,\d{3})+(?![\d,\p{L}])|(?<!\d[.,])\d+[.,]\d+(?![\d,\p{L}]|\.\d)|\d+(?![\d\p{L}])`,
  ],
  ["word", String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`],
  ["newline", String.raw`\r\n|[\n\r\u2028\u2029]`],
  ["mark", String.raw`\S`],
];

const PATTERN = new RegExp(KINDS.map(([kind, source]) => `(?<${kind}>${source})`).join("|"), "gu");

/** @returns the tokens in order; white space other than line ends is no token */
export function tokenize(text: string): Token[] {
  const tokens: Token[] = [];
  let end = 0;
  for (const match of text.matchAll(PATTERN)) {
    const kind = KINDS.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "mark";
    const start = match.index;
    const [found] = match;
    const isSpaced = start > end || tokens.at(-1)?.kind === "newline" || tokens.length === 0;
    end = start + found.length;
    tokens.push({ kind, text: found, key: fold(found), start, end, isSpaced });
  }
  return tokens;
}

/** Whether a token is a word, number or the like, and no mark or line end. */
export function isWord(token: Token | undefined): boolean {
  return token !== undefined && token.kind !== "mark" && token.kind !== "newline";
}
