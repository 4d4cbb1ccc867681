/** Finds the phrases of a set in a text, word by word. */
import { fold } from "./fold.ts";

/** A phrase in a text: its offsets, and the phrase as the lexicon spells it (folded, one blank between words). */
export interface PhraseMatch {
  readonly start: number;
  readonly end: number;
  readonly phrase: string;
}

interface Word {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * A set of phrases, matched word by word, the longest first. Between the words of a phrase, the text may have a hyphen, a
 * slash or an apostrophe. The time is linear in the text and does not depend on the number of phrases.
 */
export interface PhraseSet {
  /** The phrase that a folded text begins with. */
  start(folded: string): PhraseMatch | undefined;
  /** Every occurrence, from left to right, without overlaps. */
  all(folded: string): PhraseMatch[];
  /** The first occurrence. */
  first(folded: string): PhraseMatch | undefined;
  /** Whether the whole of a text is one of the phrases. */
  is(folded: string): boolean;
}

/** At most this many characters may stand between two words of a phrase. */
const MAX_GAP = 3;

/** `keys`: folded phrases with blanks between their words. */
export function phraseSet(keys: readonly string[]): PhraseSet {
  const byFirstWord = new Map<string, string[][]>();
  for (const key of keys) {
    const words = key.split(" ");
    const first = words[0]!;
    const phrases = byFirstWord.get(first);
    if (phrases) phrases.push(words);
    else byFirstWord.set(first, [words]);
  }
  for (const phrases of byFirstWord.values()) phrases.sort((a, b) => b.length - a.length);

  function at(words: readonly Word[], index: number): PhraseMatch | undefined {
    const phrases = byFirstWord.get(words[index]?.text ?? "") ?? [];
    const phrase = phrases.find((candidate) => matches(words, index, candidate));
    if (!phrase) return undefined;
    return {
      start: words[index]!.start,
      end: words[index + phrase.length - 1]!.end,
      phrase: phrase.join(" "),
    };
  }

  function* occurrences(folded: string): Generator<PhraseMatch> {
    const words = wordsOf(folded);
    for (let index = 0; index < words.length; index++) {
      const found = at(words, index);
      if (!found) continue;
      yield found;
      index += found.phrase.split(" ").length - 1;
    }
  }

  return {
    start: (folded) => {
      const words = wordsOf(folded.slice(0, 120));
      return words[0]?.start === 0 ? at(words, 0) : undefined;
    },
    all: (folded) => [...occurrences(folded)],
    first: (folded) => occurrences(folded).next().value ?? undefined,
    is: (folded) => {
      const words = wordsOf(folded);
      return words.length > 0 && at(words, 0)?.end === words.at(-1)!.end;
    },
  };
}

/** Whether a word is not part of another. The "e" of "e-mail" (Portuguese for "and") and the "&" of "T&C" are. */
export function standsAlone(
  text: string,
  { start, end }: { readonly start: number; readonly end: number },
): boolean {
  const glue = text[start] === "&" ? /\S/ : /[-'’]/;
  return !glue.test(text.charAt(start - 1)) && !glue.test(text.charAt(end));
}

/** Many sets are matched against one text, one after the other. */
let last: { readonly folded: string; readonly words: readonly Word[] } = { folded: "", words: [] };

function wordsOf(folded: string): readonly Word[] {
  if (folded !== last.folded) {
    const words = Array.from(folded.matchAll(/[\p{L}\p{N}]+|&/gu), ({ 0: text, index }) => ({
      start: index,
      end: index + text.length,
      text,
    }));
    last = { folded, words };
  }
  return last.words;
}

function matches(words: readonly Word[], index: number, phrase: readonly string[]): boolean {
  return phrase.every((text, offset) => {
    const word = words[index + offset];
    if (word?.text !== text) return false;
    return offset === 0 || word.start - words[index + offset - 1]!.end <= MAX_GAP;
  });
}

const byList = new WeakMap<readonly string[], PhraseSet>();
const byText = new Map<string, PhraseSet>();
/** Lists that are put together from the words of a prompt are not kept for ever. */
const MAX_SETS = 2000;

/** Phrases as a set, made once for equal lists; marks and empty phrases are left out. */
export function wordSet(phrases: readonly string[]): PhraseSet {
  const made = byList.get(phrases);
  if (made) return made;
  const text = phrases.join("\n");
  let set = byText.get(text);
  if (!set) {
    set = phraseSet(
      phrases.map((one) => (fold(one).match(/[\p{L}\p{N}]+/gu) ?? []).join(" ")).filter((one) => one !== ""),
    );
    if (byText.size >= MAX_SETS) byText.clear();
    byText.set(text, set);
  }
  byList.set(phrases, set);
  return set;
}
