/** The words and trigrams of a title. */
import { foldTitle } from "./fold-title.ts";

/** The words of a title as they are compared: without case, accents and punctuation. */
export function splitWords(title: string): string[] {
  return foldTitle(title).match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** Every three letters in a row of a part of a word. */
export function innerTrigrams(part: string): string[] {
  return Array.from({ length: Math.max(0, part.length - 2) }, (_, start) => part.slice(start, start + 3));
}

/**
 * Every three letters in a row, each once; a word begins with two blanks and ends with one, so that beginning and end
 * count more than the middle (as in PostgreSQL's pg_trgm). The order of words does not matter.
 */
export function collectTrigrams(words: readonly string[]): Set<string> {
  const trigrams = new Set<string>();
  for (const word of words) {
    const padded = `  ${word} `;
    for (let start = 0; start + 3 <= padded.length; start += 1) trigrams.add(padded.slice(start, start + 3));
  }
  return trigrams;
}
