/** Looks up what phrases mean: concepts, choices, purposes, headings and kinds of field. */
import type { Language } from "../../../generated/types.ts";
import { INTENTS, type Intent, type Template } from "../intents.ts";
import { CHOICES, type Choice, CONCEPTS, type Concept, HEADINGS, type TextKey } from "./concepts.ts";
import { phraseKey } from "./fold.ts";
import { stemKey } from "./inflections.ts";
import { labelsIn, wordsIn } from "./lexicon.ts";
import type { Kind, Phrases } from "./words.ts";

/** What a phrase means, and in which language. */
export interface Meaning<T> {
  readonly value: T;
  readonly language: Language;
}

/** Looks a phrase up in several languages. The first language that has it wins. */
export type Dictionary<T> = (phrase: string, languages: readonly Language[]) => Meaning<T> | undefined;

type Entries<T> = Iterable<readonly [T, string]>;

/**
 * Makes a dictionary. The first meaning of a phrase within a language wins, so labels come before aliases. A language is
 * indexed at its first lookup.
 */
function dictionary<T>(phrasesOf: (language: Language) => Entries<T>): Dictionary<T> {
  const indexes = new Map<Language, ReadonlyMap<string, T>>();
  function indexOf(language: Language): ReadonlyMap<string, T> {
    const cached = indexes.get(language);
    if (cached) return cached;
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

const stems = new Map<Language, ReadonlyMap<string, Concept | undefined>>();

/** The concepts of a language by the stems of their names; undefined where several share them. */
function stemsOf(language: Language): ReadonlyMap<string, Concept | undefined> {
  let index = stems.get(language);
  if (!index) {
    const made = new Map<string, Concept | undefined>();
    const aliases = wordsIn(language).aliases;
    for (const concept of CONCEPTS)
      for (const phrase of [labelsIn(language).fields[concept], ...(aliases[concept] ?? "").split(",")]) {
        const key = phrase.trim() === "" ? undefined : stemKey(phrase, language);
        if (key !== undefined)
          made.set(key, made.has(key) && made.get(key) !== concept ? undefined : concept);
      }
    index = made;
    stems.set(language, index);
  }
  return index;
}

const asking = new Map<Language, ReadonlySet<string>>();

/** "how much" is no form of "amount". */
function questionWords(language: Language): ReadonlySet<string> {
  let found = asking.get(language);
  if (!found) {
    const { questions, people } = wordsIn(language);
    const lists = [...Object.values(questions), people?.indirect ?? ""];
    found = new Set(lists.flatMap((list) => list.split(",")).map(phraseKey));
    asking.set(language, found);
  }
  return found;
}

/** Concepts by another form of their name, in the language of the prompt. */
function findInflected(phrase: string, [language]: readonly Language[]): Meaning<Concept> | undefined {
  const isName =
    language !== undefined && phrase.length > 3 && !questionWords(language).has(phraseKey(phrase));
  const key = isName ? stemKey(phrase, language) : undefined;
  const value = key === undefined ? undefined : stemsOf(language!).get(key);
  return value && { value, language: language! };
}

/** Concepts by label or alias, and by other forms of them; in English also by their plural. */
export const findConcept: Dictionary<Concept> = (phrase, languages) => {
  const found =
    findExactConcept(phrase, languages) ??
    (languages.length === 1 ? findInflected(phrase, languages) : undefined);
  if (found || !languages.includes("en") || !/[^s]s$/.test(phrase) || phrase.length < 5) return found;
  return findExactConcept(phrase.slice(0, -1), ["en"]);
};

/** Concepts by words that ask for an opinion, in forms that collect opinions. */
export const findOpinion = dictionary<Concept>((language) => entries(wordsIn(language).opinions));

/** Concepts by a head noun, which gives a label the concept's type of answer. */
export const findHeadNoun = dictionary<Concept>((language) => entries(wordsIn(language).headNouns));

/** Choices by label or alias. */
export const findChoice = dictionary<Choice>(function* (language) {
  for (const choice of CHOICES) yield [choice, labelsIn(language).choices[choice]];
  yield* entries(wordsIn(language).choices);
});

/** Purposes by their usual title or by other words for them. */
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

/** Kinds of field, for phrases that only name a kind. */
export const findKind = dictionary<Kind>(function* (language) {
  yield* entries(wordsIn(language).kinds);
  yield* entries(wordsIn(language).kindNouns);
});
