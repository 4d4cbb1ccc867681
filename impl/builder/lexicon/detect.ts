/** Detects the language of a prompt. */
import type { Language } from "../../../generated/types.ts";
import alphabets from "./alphabets.json" with { type: "json" };
import { fold } from "./fold.ts";
import { foreignLanguageOf } from "./foreign.ts";
import { instructionsIn } from "./instructions.ts";
import { labelsIn, wordsIn } from "./lexicon.ts";
import { likeness } from "./likeness.ts";
import { LANGUAGES } from "./names.ts";
import type { Words } from "./words.ts";

/** The languages that have a word. They share its weight, so a word that few languages have counts more. */
interface Evidence {
  readonly languages: Language[];
  /** Function words weigh more than nouns, which languages borrow from each other. */
  weight: number;
}

const FUNCTION_WORD = 2;
const CONTENT_WORD = 1;
/** Only this many words of a prompt are read. */
const MAX_WORDS = 400;

let index: ReadonlyMap<string, Evidence> | undefined;

/**
 * The language that most words of a prompt belong to. If several score about the same, the letters of the words count as well.
 * If that does not tell either, the first of `preferred` wins, then English.
 */
export function languageOf(prompt: string, preferred: readonly Language[]): Language {
  const scores = scoresOf(prompt);
  const [first = 0, second = 0] = [...scores.values()].sort((a, b) => b - a);
  if (first - second < CLEAR)
    for (const [language, share] of likeness(prompt)) add(scores, language, share * CLEAR);
  const best = Math.max(0, ...scores.values());
  const winners = LANGUAGES.filter((language) => (scores.get(language) ?? 0) >= best - 1e-9);
  return (
    [...preferred, "en" as const].find((language) => winners.includes(language)) ?? closest(prompt, winners)
  );
}

/** Half a function word: what scores so much more than the others is the language. */
const CLEAR = 1;

function scoresOf(prompt: string): Map<Language, number> {
  index ??= makeIndex();
  const scores = new Map<Language, number>();
  for (const word of new Set(wordsOf(prompt.slice(0, 8_000)).slice(0, MAX_WORDS))) {
    const evidence = index.get(word);
    if (!evidence) continue;
    const share = evidence.weight / evidence.languages.length;
    for (const language of evidence.languages) add(scores, language, share);
  }
  const letters = new Set(prompt.slice(0, 8_000).toLowerCase());
  for (const [language, own] of Object.entries(alphabets) as [Language, string][])
    if ([...own].some((letter) => letters.has(letter))) add(scores, language, LETTER);
  return scores;
}

/** A letter that few languages have counts like a noun that few have. */
const LETTER = 0.5;

function add(scores: Map<Language, number>, language: Language, share: number): void {
  scores.set(language, (scores.get(language) ?? 0) + share);
}

/** The language of a tie that has the most words of the prompt among those of instructions: "samo naslovi" is Slovenian. */
function closest(prompt: string, languages: readonly Language[]): Language {
  if (languages.length === 1 || languages.length === LANGUAGES.length) return languages[0]!;
  const words = new Set(wordsOf(prompt.slice(0, 8_000)).slice(0, MAX_WORDS));
  const scored = languages.map((language) => {
    const known = new Set(wordsOf(Object.values(instructionsIn(language).vocabulary).flat().join()));
    return { language, count: [...words].filter((word) => known.has(word)).length };
  });
  return scored.sort((a, b) => b.count - a.count)[0]!.language;
}

/**
 * The English name of the language of a prompt, if it is none of the 24. Words that one of them has count for it by how
 * certain they are.
 */
export function otherLanguageOf(prompt: string): string | undefined {
  index ??= makeIndex();
  if (isKnownWhole(prompt)) return undefined;
  const language = languageOf(prompt, []);
  return foreignLanguageOf(prompt, (word) => (index!.get(word)?.languages.includes(language) ? 1 : 0));
}

/** "Formular: Name, E-Mail" is German, whatever other languages have these words: one of the 24 has them all. */
function isKnownWhole(prompt: string): boolean {
  const words = [...new Set(wordsOf(prompt.slice(0, 200)))];
  if (words.length > 6) return false;
  return LANGUAGES.some((language) => words.every((word) => index!.get(word)?.languages.includes(language)));
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}+/gu) ?? [];
}

function makeIndex(): ReadonlyMap<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  for (const language of LANGUAGES) {
    const functionWords = new Set(wordsOf(functionText(wordsIn(language))));
    for (const word of functionWords) addEvidence(evidence, word, language, FUNCTION_WORD);
    for (const word of new Set(wordsOf(contentText(language)))) {
      if (!functionWords.has(word)) addEvidence(evidence, word, language, CONTENT_WORD);
    }
  }
  return evidence;
}

function addEvidence(
  evidence: Map<string, Evidence>,
  word: string,
  language: Language,
  weight: number,
): void {
  const existing = evidence.get(word);
  if (!existing) evidence.set(word, { languages: [language], weight });
  else {
    existing.languages.push(language);
    existing.weight = Math.max(existing.weight, weight);
  }
}

function functionText(words: Words): string {
  return [
    words.frequentWords,
    words.and,
    words.or,
    words.openers,
    words.fillers,
    words.requests,
    words.optional,
    words.required,
  ].join();
}

function contentText(language: Language): string {
  const { aliases, intents, form, questions } = wordsIn(language);
  const labels = labelsIn(language);
  const lists = [labels.fields, labels.choices, labels.texts, aliases, intents, questions];
  return [form, ...lists.flatMap((list) => Object.values(list))].join();
}
