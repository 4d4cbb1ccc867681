import type { Language } from "../../../generated/types.ts";
import type { Concept } from "../lexicon/concepts.ts";
import { findConcept, findHeadNoun, findOpinion } from "../lexicon/dictionary.ts";
import { phraseKey } from "../lexicon/fold.ts";
import type { Grammar } from "../lexicon/grammar.ts";
import { LANGUAGES } from "../lexicon/names.ts";

/** What a label is about. */
export interface FieldMeaning {
  readonly concept: Concept;
  /** The language in which the label says so. */
  readonly language: Language;
  /** Whether the label says just that, so that its translations are those of the concept. */
  readonly exact: boolean;
}

/** Longest label that can name a concept. */
const MAX_LABEL = 80;
/** Words of another language than the prompt's count only when no word of the prompt's looks like them. */
const FOREIGN = /^(?=.{5,}$).*[^ -~]|^.{9,}$/;

/** Reads a label: the whole of it, else the part that carries the meaning. */
export function meaningOf(label: string, grammar: Grammar, opinion: boolean): FieldMeaning | undefined {
  if (label.length > MAX_LABEL) return undefined;
  const { languages } = grammar;
  const found =
    (opinion ? findOpinion(label, languages) : undefined) ??
    findConcept(label, languages) ??
    (FOREIGN.test(label) ? findConcept(label, LANGUAGES) : undefined);
  if (found) return { concept: found.value, language: found.language, exact: true };
  return label.includes("?") ? undefined : headOf(label, grammar);
}

/** "guest name" is a name, "name of the dog" too; a label of many words is a sentence and has no such head. */
function headOf(label: string, grammar: Grammar): FieldMeaning | undefined {
  const words = label
    .split(" ")
    .map(phraseKey)
    .filter((word) => word !== "");
  if (words.length > 8 || words.some((word) => grammar.or.is(word))) return undefined;
  for (const phrase of candidates(words, grammar.words.headFirst === true)) {
    const found = findConcept(phrase, grammar.languages) ?? findHeadNoun(phrase, grammar.languages);
    if (found) return { concept: found.value, language: found.language, exact: false };
  }
  const compound = compoundOf(words.at(-1) ?? "", grammar);
  return compound && { concept: compound, language: grammar.languages[0]!, exact: false };
}

/** "Lieblingsfarbe" is a colour: the end of a compound word carries its meaning. */
function compoundOf(word: string, grammar: Grammar): Concept | undefined {
  const endings = Object.entries(grammar.words.endings ?? {}) as [Concept, string][];
  const found = endings.find(([, list]) =>
    list
      .split(",")
      .some((ending) => word.endsWith(phraseKey(ending)) && word.length > phraseKey(ending).length + 2),
  );
  return found?.[0];
}

/** Behind these words the head of a phrase is closed. */
const OF: ReadonlySet<string> = new Set([
  "of",
  "for",
  "about",
  "in",
  "at",
  "on",
  "to",
  "von",
  "der",
  "des",
  "van",
  "pa",
  "av",
  "af",
]);

/** Longer parts first: from the end, or from the beginning where the language puts the head first. */
function candidates(words: readonly string[], headFirst: boolean): string[] {
  const closed = words.findIndex((word, index) => index > 0 && OF.has(word));
  const phrase = closed > 0 ? words.slice(0, closed) : words;
  const endings = phrase.map((_, index) => phrase.slice(index).join(" "));
  const beginnings = phrase.map((_, index) => phrase.slice(0, phrase.length - index).join(" "));
  return headFirst ? [...beginnings, ...endings] : endings;
}
