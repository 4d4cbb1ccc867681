/** Finds the concept that a misspelt name is meant to be: one letter is wrong, missing, added or swapped. */
import type { Language } from "../../../generated/types.ts";
import { CONCEPTS, type Concept } from "./concepts.ts";
import { phraseKey } from "./fold.ts";
import { labelsIn, wordsIn } from "./lexicon.ts";

/** Shorter names are too much alike. */
const MIN_LENGTH = 4;

const indexes = new Map<Language, ReadonlyMap<string, Concept>>();

/** The one concept whose name differs in one letter; undefined if there is none, or several. */
export function misspeltConcept(text: string, language: Language): Concept | undefined {
  const key = phraseKey(text);
  if (key.length < MIN_LENGTH || key.length > 40) return undefined;
  if (key.split(" ").every((word) => wordsOf(language).has(word))) return undefined;
  const found = new Set<Concept>();
  for (const [name, concept] of indexOf(language)) if (isOneOff(key, name)) found.add(concept);
  return found.size === 1 ? [...found][0] : undefined;
}

const vocabularies = new Map<Language, ReadonlySet<string>>();

/** All words in names of fields: "employee" is no misspelt "employer". */
function wordsOf(language: Language): ReadonlySet<string> {
  const cached = vocabularies.get(language);
  if (cached) return cached;
  const made = new Set([...indexOf(language).keys()].flatMap((name) => name.split(" ")));
  vocabularies.set(language, made);
  return made;
}

function indexOf(language: Language): ReadonlyMap<string, Concept> {
  const cached = indexes.get(language);
  if (cached) return cached;
  const made = new Map<string, Concept>();
  const aliases = wordsIn(language).aliases as Partial<Record<Concept, string>>;
  for (const concept of CONCEPTS) {
    for (const phrase of [labelsIn(language).fields[concept], ...(aliases[concept] ?? "").split(",")]) {
      const name = phraseKey(phrase);
      if (name.length >= MIN_LENGTH) made.set(name, concept);
    }
  }
  indexes.set(language, made);
  return made;
}

/** Whether two texts differ in one letter, or in two neighbours that are swapped. */
export function isOneOff(a: string, b: string): boolean {
  if (Math.abs(a.length - b.length) > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  let end = 0;
  while (end < Math.min(a.length, b.length) - start && a.at(-1 - end) === b.at(-1 - end)) end++;
  const [left, right] = [a.slice(start, a.length - end), b.slice(start, b.length - end)];
  // "plate" is another word than "place".
  if (left.length === 1 && right.length === 1) return a.length > 5 && start > 0;
  if (left.length <= 1 && right.length <= 1) return true;
  return left.length === 2 && right.length === 2 && left[0] === right[1] && left[1] === right[0];
}
