/** Compares words of prompts and answers. */

import type { Language } from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { fold } from "../../../texts/fold.ts";
import { findVocabulary, type Vocabulary } from "../../library/vocabulary.ts";

/** Folded words and numbers. */
export function splitWords(text: string): string[] {
  return fold(text).match(/\p{L}[\p{L}\p{M}\p{N}]*|\p{N}+/gu) ?? [];
}

/** Whether two folded words are forms of one word: they share their beginning and differ by a short ending. */
export function isSameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const [short, long] = one.length <= other.length ? [one, other] : [other, one];
  if (short.length < 3 || /\p{N}/u.test(long)) return false;
  if (long === `${short}s` || long === `${short}es`) return true;
  const common = commonStart(short, long);
  if (short.length >= 5 && common === short.length && long.length <= short.length + 3) return true;
  // "bakteria" and "bakterie", "kierto" and "kierron": the ending changes, the rest stays.
  return common >= 5 && common >= long.length * 0.7 && long.length - common <= 4;
}

function commonStart(one: string, other: string): number {
  let length = 0;
  while (length < one.length && one[length] === other[length]) length += 1;
  return length;
}

/** A list of words in a language file. */
export interface WordList {
  has(word: string): boolean;
}

const lists = new Map<string, WordList>();

/** Returns a list of a language's words; `*` at the end of a word matches any ending. */
export function wordList(language: Language, key: keyof Vocabulary["words"]): WordList {
  return getCached(lists, `${language}/${key}`, () => {
    const entries = findVocabulary(language).words[key].split(/,\s*/).filter(Boolean);
    const exact = new Set(entries.filter((entry) => !entry.endsWith("*")).flatMap(splitWords));
    const starts = entries.filter((entry) => entry.endsWith("*")).map((entry) => fold(entry.slice(0, -1)));
    return { has: (word: string) => exact.has(word) || starts.some((start) => word.startsWith(start)) };
  });
}

/** Words that carry no content: "the", "and", "please". */
export function isFunctionWord(language: Language, word: string): boolean {
  return wordList(language, "functionWords").has(word);
}

/** Forms of one word share their first letters, so only words with the same ones are compared. */
export function stem(word: string): string {
  return word.slice(0, 3);
}

/** Whether a list of folded words has a form of a word. */
export function wordIndex(words: Iterable<string>): WordList {
  const byStem = new Map<string, string[]>();
  for (const word of new Set(words)) {
    const alike = byStem.get(stem(word));
    if (alike) alike.push(word);
    else byStem.set(stem(word), [word]);
  }
  return { has: (word) => byStem.get(stem(word))?.some((each) => isSameWord(each, word)) ?? false };
}
