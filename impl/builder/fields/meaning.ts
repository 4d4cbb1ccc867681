/** Finds the concept that a label is about. */
import type { Language } from "../../../generated/types.ts";
import type { Concept } from "../lexicon/concepts.ts";
import { findConcept, findHeadNoun, findOpinion } from "../lexicon/dictionary.ts";
import { phraseKey } from "../lexicon/fold.ts";
import { type Grammar, questionKind } from "../lexicon/grammar.ts";
import { LANGUAGES } from "../lexicon/names.ts";

/** The concept that a label is about. */
export interface FieldMeaning {
  readonly concept: Concept;
  /** The language of the label. */
  readonly language: Language;
  /** Whether the label means exactly the concept, so that the concept's translations fit. */
  readonly exact: boolean;
}

/** A longer label names no concept. */
const MAX_LABEL = 80;
/** Labels that are looked up in all languages: short ASCII words could mean something else in another language. */
const FOREIGN = /^(?=.{5,}$).*[^ -~]|^.{9,}$/;

/** Finds the concept of the whole label, else of its head noun. */
export function meaningOf(label: string, grammar: Grammar, opinion: boolean): FieldMeaning | undefined {
  if (label.length > MAX_LABEL) return undefined;
  const { languages } = grammar;
  const found =
    (opinion ? findOpinion(label, languages) : undefined) ??
    findConcept(label, languages) ??
    (FOREIGN.test(label) && !questionKind(label, grammar) ? findConcept(label, LANGUAGES) : undefined);
  if (found) return { concept: found.value, language: found.language, exact: true };
  return label.includes("?") ? undefined : headOf(label, grammar);
}

/** "guest name" is a name, and so is "name of the dog". A label of many words is a sentence and has no head noun. */
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

/** "Lieblingsfarbe" is a colour: the last part of a compound word is its head noun. */
function compoundOf(word: string, grammar: Grammar): Concept | undefined {
  const endings = Object.entries(grammar.words.endings ?? {}) as [Concept, string][];
  const found = endings.find(([, list]) =>
    list
      .split(",")
      .some((ending) => word.endsWith(phraseKey(ending)) && word.length > phraseKey(ending).length + 2),
  );
  return found?.[0];
}

/** The head noun stands before these words. */
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
  // "the date you want to travel", "the person who collects the child"
  "you",
  "who",
]);

/** English words that begin what is said about the noun before them: "languages they speak", "coffee per day". */
const CLAUSE: ReadonlySet<string> = new Set(
  "they you we per that which who whose where with from during while between until until when".split(" "),
);

const PARTICLES: ReadonlySet<string> = new Set(["in", "on", "off", "up", "out"]);

/** The parts that may be the head noun, longer ones first. `headFirst`: the language puts the head noun first. */
function candidates(words: readonly string[], headFirst: boolean): string[] {
  const closed = words.findIndex(
    (word, index) => index > 0 && (OF.has(word) || (!headFirst && CLAUSE.has(word.split(" ")[0]!))),
  );
  // In "move in date" and "drop off time" the word belongs to the verb.
  const isVerb = closed > 0 && closed === words.length - 2 && PARTICLES.has(words[closed]!);
  const phrase = closed > 0 && !isVerb ? words.slice(0, closed) : words;
  const endings = phrase.map((_, index) => phrase.slice(index).join(" "));
  const beginnings = phrase.map((_, index) => phrase.slice(0, phrase.length - index).join(" "));
  return headFirst ? [...beginnings, ...endings] : endings;
}
