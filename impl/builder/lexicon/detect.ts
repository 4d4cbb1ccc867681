import type { Language } from "../../../generated/types.ts";
import { fold } from "./fold.ts";
import { labelsIn, wordsIn } from "./lexicon.ts";
import { LANGUAGES } from "./names.ts";
import type { Words } from "./words.ts";

/** Words that are only met in few languages say more: each gives its weight to all of them in equal parts. */
interface Evidence {
  readonly languages: Language[];
  /** Function words say more about a language than nouns, which travel. */
  weight: number;
}

const FUNCTION_WORD = 2;
const CONTENT_WORD = 1;
/** So many words of a prompt are enough to tell its language. */
const MAX_WORDS = 400;

let index: ReadonlyMap<string, Evidence> | undefined;

/** The language that most of a prompt's words belong to; where several do equally, the first of `preferred`. */
export function languageOf(prompt: string, preferred: readonly Language[]): Language {
  index ??= makeIndex();
  const scores = new Map<Language, number>();
  for (const word of new Set(wordsOf(prompt.slice(0, 8_000)).slice(0, MAX_WORDS))) {
    const evidence = index.get(word);
    if (!evidence) continue;
    const share = evidence.weight / evidence.languages.length;
    for (const language of evidence.languages) scores.set(language, (scores.get(language) ?? 0) + share);
  }
  const best = Math.max(0, ...scores.values());
  const winners = LANGUAGES.filter((language) => (scores.get(language) ?? 0) >= best - 1e-9);
  return [...preferred, "en" as const].find((language) => winners.includes(language)) ?? winners[0]!;
}

function wordsOf(text: string): string[] {
  return fold(text).match(/\p{L}+/gu) ?? [];
}

function makeIndex(): ReadonlyMap<string, Evidence> {
  const evidence = new Map<string, Evidence>();
  for (const language of LANGUAGES) {
    const functionWords = new Set(wordsOf(functionText(wordsIn(language))));
    for (const word of functionWords) note(evidence, word, language, FUNCTION_WORD);
    for (const word of new Set(wordsOf(contentText(language)))) {
      if (!functionWords.has(word)) note(evidence, word, language, CONTENT_WORD);
    }
  }
  return evidence;
}

function note(evidence: Map<string, Evidence>, word: string, language: Language, weight: number): void {
  const known = evidence.get(word);
  if (!known) evidence.set(word, { languages: [language], weight });
  else {
    known.languages.push(language);
    known.weight = Math.max(known.weight, weight);
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
