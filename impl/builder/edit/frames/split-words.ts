/** Splits an instruction into words, values such as quotations and addresses, and the marks between them. */
import { fold } from "../../lexicon/fold.ts";

/** What is no word: a quotation, a web address, a domain, a day. */
export type Value = "quoted" | "url" | "domain" | "day";

const VALUES: readonly (readonly [Value, RegExp])[] = [
  ["quoted", /^["“„«]\s?([^"“”„«»]{1,300}?)\s?["”“»]/u],
  ["url", /^(?:https?:\/\/|www\.)[^\s"<>]{3,1900}?(?=[.,;)]?(?:\s|$))/iu],
  ["domain", /^@?(?:[a-z0-9-]{1,63}\.){1,4}[a-z]{2,24}(?![\p{L}\p{N}@-])/iu],
  ["day", /^\d{4}-\d{2}-\d{2}(?!\d)/u],
];

export interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly value?: Value | undefined;
  readonly separator?: string | undefined;
}

export function wordsOf(text: string): Word[] {
  const folded = fold(text);
  const words: Word[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const isStart = at === 0 || /[^\p{L}\p{N}]/u.test(text[at - 1]!);
    const value = isStart ? VALUES.find(([, pattern]) => pattern.test(rest)) : undefined;
    const length = value
      ? value[1].exec(rest)![0].length
      : (/^(?:[\p{L}\p{N}]+|&)/u.exec(rest)?.[0].length ?? 0);
    const separator =
      value || length > 0 ? undefined : /^[,:;()+?]|^(?:->|→|=>|–|—|-(?=\s))/u.exec(rest)?.[0];
    const end = at + (length || separator?.length || 1);
    if (length > 0 || separator)
      words.push({ text: folded.slice(at, end), start: at, end, value: value?.[0], separator });
    at = end;
  }
  return words;
}
