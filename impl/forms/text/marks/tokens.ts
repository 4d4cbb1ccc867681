/** Splits a span of a form text into words, values and signs, which keep their places. */
import { fold } from "../../../texts/fold.ts";
import type { Span } from "./span.ts";

/** `word`: letters and digits that begin with a letter; `moment`: digits with `-`, `.`, `:` or `T` between, as dates and times have them. */
type TokenKind = "word" | "number" | "moment" | "sign";

export interface Token extends Span {
  readonly kind: TokenKind;
  /** Lower case without accents. */
  readonly key: string;
  /** Whether it touches the token before. */
  readonly isJoined: boolean;
}

const DATE = String.raw`\d{4}-\d{2}-\d{2}(?:[T ]\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(?:Z|[+-]\d{2}:\d{2})?)?`;
const KINDS: readonly (readonly [TokenKind, string])[] = [
  ["moment", String.raw`${DATE}(?![\d-])|\d{1,2}\.\d{1,2}\.\d{4}(?![\d.])|\d{1,2}:\d{2}(?![\d:])`],
  ["number", String.raw`\d+(?:[.,]\d+)?(?:e[+-]?\d+)?(?![\p{L}\d])`],
  ["word", String.raw`[\p{L}\p{N}][\p{L}\p{N}\p{M}]*`],
  ["sign", String.raw`\S`],
];
const PATTERN = new RegExp(KINDS.map(([kind, source]) => `(?<${kind}>${source})`).join("|"), "gu");

export function readTokens(source: string, { from, to }: Span): Token[] {
  const tokens: Token[] = [];
  for (const match of source.slice(from, to).matchAll(PATTERN)) {
    const [text] = match;
    const start = from + match.index;
    const kind = KINDS.find(([name]) => match.groups?.[name] !== undefined)?.[0] ?? "sign";
    const isJoined = tokens.at(-1)?.to === start;
    tokens.push({ kind, from: start, to: start + text.length, key: fold(text), isJoined });
  }
  return tokens;
}
