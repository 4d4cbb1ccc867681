/** Matches sentences against templates such as `<rename> {what} <to> {value}`, word by word and as a whole. */
import { fold } from "./fold.ts";

/** What stood where a template has `{name}`, in the words of the sentence. */
export type Slots = Readonly<Record<string, string>>;

/** Lists of folded phrases by the names that templates use for them. */
export type Vocabulary = Readonly<Record<string, readonly string[]>>;

type Element =
  | { readonly kind: "words"; readonly phrases: readonly (readonly string[])[]; readonly optional: boolean }
  | { readonly kind: "slot"; readonly name: string };

export interface Template {
  readonly elements: readonly Element[];
  /** Articles and the like, which may stand before any fixed word. */
  readonly skipped: ReadonlySet<string>;
}

/** A longer sentence matches no template. */
const MAX_WORDS = 80;
/** At most this many ways to read a sentence are tried. */
const MAX_MATCHES = 24;

/**
 * Parses a template. `<name>` stands for one of the phrases of that name, `(a|b)` for one of these, `?` after either makes it
 * optional, and `{name}` takes one or more words.
 *
 * @returns undefined if a list that the template needs is empty in this language
 */
export function parseTemplate(
  text: string,
  vocabulary: Vocabulary,
  skipped: ReadonlySet<string>,
): Template | undefined {
  const elements: Element[] = [];
  for (const [, slot, list, alternatives, word, mark] of text.matchAll(
    /(?:\{(\w+)\}|<(\w+)>|\(([^)]*)\)|([^\s{}<>()?]+))(\?)?/gu,
  )) {
    if (slot) {
      elements.push({ kind: "slot", name: slot });
      continue;
    }
    const phrases = list ? (vocabulary[list] ?? []) : (alternatives ?? word ?? "").split("|");
    const tokens = phrases
      .map((phrase) => wordsOf(phrase).map((one) => one.text))
      .filter((one) => one.length > 0);
    if (tokens.length > 0)
      elements.push({
        kind: "words",
        phrases: tokens.sort((a, b) => b.length - a.length),
        optional: mark === "?",
      });
    else if (mark !== "?") return undefined;
  }
  return { elements, skipped };
}

interface Word {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): Word[] {
  return Array.from(fold(text).matchAll(/[\p{L}\p{N}]+|[&×*]/gu), ({ 0: word, index }) => ({
    text: word,
    start: index,
    end: index + word.length,
  }));
}

interface SplitSentence {
  readonly sentence: string;
  readonly words: readonly Word[];
  readonly texts: ReadonlySet<string>;
}

/** Each sentence is matched against hundreds of templates, one after the other. */
let last: SplitSentence = { sentence: "", words: [], texts: new Set() };

function split(sentence: string): SplitSentence {
  if (sentence !== last.sentence) {
    const words = wordsOf(sentence);
    last = { sentence, words, texts: new Set(words.map(({ text }) => text)) };
  }
  return last;
}

/** Whether a sentence has the words that a template cannot do without, in any order. Most sentences lack some. */
function hasNeededWords(elements: readonly Element[], texts: ReadonlySet<string>): boolean {
  return elements.every(
    (element) =>
      element.kind === "slot" ||
      element.optional ||
      element.phrases.some((phrase) => phrase.every((text) => texts.has(text))),
  );
}

/** Every way to read the whole sentence as the template says, shorter slots first. */
export function* matchTemplate({ elements, skipped }: Template, sentence: string): Generator<Slots> {
  const { words, texts } = split(sentence);
  if (words.length > MAX_WORDS || !hasNeededWords(elements, texts)) return;
  const dead = new Set<number>();
  let found = 0;

  /** Matches from an element and a word on; `open` is the slot that is being filled, and where it began. */
  function* from(element: number, word: number, slots: Slots): Generator<Slots> {
    const state = element * (MAX_WORDS + 1) + word;
    if (dead.has(state) || found >= MAX_MATCHES) return;
    const before = found;
    yield* step(element, word, slots);
    if (found === before) dead.add(state);
  }

  function* step(element: number, word: number, slots: Slots): Generator<Slots> {
    const next = elements[element];
    if (!next) {
      if (word < words.length) return;
      found++;
      yield slots;
    } else if (next.kind === "slot") {
      for (let end = word + 1; end <= words.length; end++) {
        if (isWithinWord(sentence.slice(words[end - 1]!.end, words[end]?.start))) continue;
        const text = between(sentence, words[word - 1]?.end ?? 0, words[end]?.start ?? sentence.length);
        yield* from(element + 1, end, { ...slots, [next.name]: text });
      }
    } else {
      for (const phrase of next.phrases) {
        for (let start = word; start < words.length; start++) {
          if (phrase.every((text, offset) => words[start + offset]?.text === text))
            yield* from(element + 1, start + phrase.length, slots);
          if (!skipped.has(words[start]!.text)) break;
        }
      }
      if (next.optional) yield* from(element + 1, word, slots);
    }
  }

  yield* from(0, 0, {});
}

/** "e-mail" and "acme.com" are not taken apart. */
function isWithinWord(gap: string): boolean {
  return /^[-.@'’_/]$/.test(gap);
}

function between(text: string, start: number, end: number): string {
  return text
    .slice(start, end)
    .replace(/^[\s,:;.!–-]+/, "")
    .replace(/[\s,:;–-]+["“„«]?$/, "");
}
