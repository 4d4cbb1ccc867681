import type { Language } from "../../../generated/types.ts";
import { INTENTS, type Intent, type Template } from "../intents.ts";
import { CHOICES, type Choice, CONCEPTS, type Concept, HEADINGS, type TextKey } from "./concepts.ts";
import { phraseKey } from "./fold.ts";
import { labelsIn, wordsIn } from "./lexicon.ts";
import type { Kind, Phrases } from "./words.ts";

/** What a phrase means, and in which language it says so. */
export interface Meaning<T> {
  readonly value: T;
  readonly language: Language;
}

/** Looks a phrase up, in the languages given, best first. */
export type Dictionary<T> = (phrase: string, languages: readonly Language[]) => Meaning<T> | undefined;

type Entries<T> = Iterable<readonly [T, string]>;

/**
 * The first meaning of a phrase within a language stays: labels come before aliases. A language is indexed when it is
 * first looked at, so that nobody pays for the others.
 */
function dictionary<T>(phrasesOf: (language: Language) => Entries<T>): Dictionary<T> {
  const indexes = new Map<Language, ReadonlyMap<string, T>>();
  function indexOf(language: Language): ReadonlyMap<string, T> {
    const known = indexes.get(language);
    if (known) return known;
    const index = new Map<string, T>();
    for (const [value, phrase] of phrasesOf(language)) {
      const key = phraseKey(phrase);
      if (key !== "" && !index.has(key)) index.set(key, value);
    }
    indexes.set(language, index);
    return index;
  }
  return (phrase, languages) => {
    const key = phraseKey(phrase);
    for (const language of languages) {
      const value = indexOf(language).get(key);
      if (value !== undefined) return { value, language };
    }
    return undefined;
  };
}

function* entries<T extends string>(aliases: Partial<Record<T, Phrases>> | undefined): Entries<T> {
  for (const [value, phrases] of Object.entries(aliases ?? {}) as [T, Phrases][]) {
    for (const phrase of phrases.split(",")) yield [value, phrase];
  }
}

const findExactConcept = dictionary<Concept>(function* (language) {
  for (const concept of CONCEPTS) yield [concept, labelsIn(language).fields[concept]];
  yield* entries(wordsIn(language).aliases);
});

/** Concepts by label or alias; in English also by the plural of one. */
export const findConcept: Dictionary<Concept> = (phrase, languages) => {
  const found = findExactConcept(phrase, languages);
  if (found || !languages.includes("en") || !/[^s]s$/.test(phrase) || phrase.length < 5) return found;
  return findExactConcept(phrase.slice(0, -1), ["en"]);
};

/** Concepts by what a bare word means where people are asked for their opinion. */
export const findOpinion = dictionary<Concept>((language) => entries(wordsIn(language).opinions));

/** Concepts by a word that only lends them its kind of answer. */
export const findHeadNoun = dictionary<Concept>((language) => entries(wordsIn(language).headNouns));

/** Choices by label or alias. */
export const findChoice = dictionary<Choice>(function* (language) {
  for (const choice of CHOICES) yield [choice, labelsIn(language).choices[choice]];
  yield* entries(wordsIn(language).choices);
});

/** What a form is for, by its title or by words that say so. */
export const findIntent = dictionary<Intent>(function* (language) {
  for (const [intent, { title }] of Object.entries(INTENTS) as [Intent, Template][]) {
    if (title) yield [intent, labelsIn(language).texts[title]];
  }
  yield* entries(wordsIn(language).intents);
});

/** Titles of pages. */
export const findHeading = dictionary<TextKey>(function* (language) {
  for (const heading of HEADINGS) yield [heading, labelsIn(language).texts[heading]];
});

/** Kinds of field, where the phrase says nothing else. */
export const findKind = dictionary<Kind>(function* (language) {
  yield* entries(wordsIn(language).kinds);
  yield* entries(wordsIn(language).kindNouns);
});
