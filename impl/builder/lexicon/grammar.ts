/** The phrases of one language, compiled for matching. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "./fold.ts";
import { wordsIn } from "./lexicon.ts";
import { type PhraseSet, phraseSet, standsAlone } from "./phrases.ts";
import { type Phrases, QUESTION_KINDS, type QuestionKind, type Unit, type Words } from "./words.ts";

/** The phrases of the prompt's language, ready to be matched in folded text. */
export interface Grammar {
  /** The language of the prompt, as a list for lookups in dictionaries. */
  readonly languages: readonly Language[];
  readonly words: Words;
  readonly optional: PhraseSet;
  readonly required: PhraseSet;
  readonly kinds: PhraseSet;
  readonly openers: PhraseSet;
  readonly purposes: PhraseSet;
  readonly aspects: PhraseSet;
  readonly topics: PhraseSet;
  readonly ratings: PhraseSet;
  readonly options: PhraseSet;
  readonly and: PhraseSet;
  readonly or: PhraseSet;
  readonly form: PhraseSet;
  readonly copulas: PhraseSet;
  readonly changeVerbs: PhraseSet;
  readonly all: PhraseSet;
  readonly except: PhraseSet;
  readonly dangling: PhraseSet;
  readonly titleMarkers: PhraseSet;
  readonly standardParts: PhraseSet;
  readonly anonymous: PhraseSet;
  readonly languageMarkers: PhraseSet;
  readonly agree: PhraseSet;
  readonly statementStarts: PhraseSet;
  readonly fillers: PhraseSet;
  readonly requests: PhraseSet;
  readonly ifYes: PhraseSet;
  readonly ifNo: PhraseSet;
  readonly example: PhraseSet;
  readonly units: Readonly<Record<Unit, PhraseSet>>;
  readonly questions: Readonly<Record<QuestionKind, PhraseSet>>;
  /** `from 1 to 5`, `1-5`, `1 bis 5`; the numbers are groups 1 and 2. */
  readonly range: RegExp;
  /** `at least 18`, `max 500 characters`: group `number`, and `unit` where a word follows. */
  readonly atLeast: RegExp;
  readonly atMost: RegExp;
  /** `18 minimum`, `500 characters at most`, at the end of a part; the same groups. */
  readonly atLeastBehind: RegExp;
  readonly atMostBehind: RegExp;
}

const grammars = new Map<Language, Grammar>();

/** The grammar of a language, compiled at its first use. */
export function grammarOf(language: Language): Grammar {
  const cached = grammars.get(language);
  if (cached) return cached;
  const grammar = makeGrammar(language, wordsIn(language));
  grammars.set(language, grammar);
  return grammar;
}

function makeGrammar(language: Language, words: Words): Grammar {
  const questions = QUESTION_KINDS.map((kind) => [kind, setOf(words.questions[kind] ?? "")]);
  return {
    languages: [language],
    words,
    optional: setOf(words.optional),
    required: setOf(words.required),
    kinds: setOf(Object.values(words.kinds).join()),
    openers: setOf(words.openers),
    purposes: setOf(words.purposes),
    aspects: setOf(words.aspects),
    topics: setOf(words.topics ?? ""),
    ratings: setOf(words.ratings),
    options: setOf(words.options),
    and: setOf(words.and),
    or: setOf(words.or),
    form: setOf(words.form),
    copulas: setOf(words.copulas),
    changeVerbs: setOf(words.changeVerbs),
    all: setOf(words.all),
    except: setOf(words.except),
    dangling: setOf(words.dangling),
    titleMarkers: setOf(words.titleMarkers ?? ""),
    standardParts: setOf(words.standardParts ?? ""),
    anonymous: setOf(words.anonymous ?? ""),
    languageMarkers: setOf(words.languageMarkers),
    agree: setOf(words.agree),
    statementStarts: setOf(words.statementStarts),
    fillers: setOf(words.fillers),
    requests: setOf(words.requests),
    ifYes: setOf(words.ifYes),
    ifNo: setOf(words.ifNo),
    example: setOf(words.example),
    units: {
      characters: setOf(words.units.characters),
      files: setOf(words.units.files),
      selections: setOf(words.units.selections),
      stars: setOf(words.units.stars),
      scale: setOf(words.units.scale),
      years: setOf(words.units.years),
    },
    questions: Object.fromEntries(questions) as Grammar["questions"],
    range: rangePattern(words.range),
    atLeast: boundPattern(words.atLeast),
    atMost: boundPattern(words.atMost),
    atLeastBehind: boundBehindPattern(words.atLeast),
    atMostBehind: boundBehindPattern(words.atMost),
  };
}

function setOf(phrases: Phrases): PhraseSet {
  return phraseSet(keysOf(phrases));
}

/** Folded phrases; `&` counts as a word. */
function keysOf(phrases: Phrases): string[] {
  return fold(phrases)
    .split(",")
    .map((phrase) => (phrase.match(/[\p{L}\p{N}]+|&/gu) ?? []).join(" "))
    .filter((key) => key !== "");
}

function alternation(phrases: Phrases): string {
  const keys = keysOf(phrases).sort((a, b) => b.length - a.length);
  return keys.map((key) => key.replaceAll(" ", "[^\\p{L}\\p{N}]{1,3}")).join("|");
}

function rangePattern(words: Phrases): RegExp {
  const number = "(-?\\d{1,6})";
  return new RegExp(
    `(?<![\\p{L}\\p{N}.,:/-])${number} ?(?:-|${alternation(words)}) ?${number}(?![\\p{L}\\p{N}/-]|[.,:]\\d)`,
    "gu",
  );
}

function boundPattern(words: Phrases): RegExp {
  const number = "(?<number>\\d{1,6}(?:[.,]\\d{1,2})?)(?!\\p{N}|-(?!il\\s))";
  return new RegExp(
    `(?<![\\p{L}\\p{N}])(?:${alternation(words)})[.:]? ${number}(?:-il)?(?: de)?(?: ?(?<unit>\\p{L}{1,20}))?`,
    "gu",
  );
}

function boundBehindPattern(words: Phrases): RegExp {
  return new RegExp(
    `(?<![\\p{L}\\p{N}.,])(?<number>\\d{1,6}) ?(?:(?<unit>\\p{L}{1,20}) )?(?:${alternation(words)})\\.?(?=\\s*(?:$|[,;)]))`,
    "gu",
  );
}

/** Drops a phrase at the beginning and the punctuation after it. A text that is only the phrase stays. */
export function withoutStart(text: string, set: PhraseSet): string {
  const found = set.start(fold(text.slice(0, 120)));
  if (!found || !standsAlone(text, found)) return text;
  const rest = text.slice(found.end).replace(/^[\s,:.]{1,3}/, "");
  return rest === "" ? text : rest;
}

/** Articles that are written together with their noun: "l'entreprise", "l-indirizz". */
const ELIDED: Readonly<Partial<Record<Language, RegExp>>> = {
  fr: /^[ld]['’](?=\p{L})/iu,
  it: /^(?:un|(?:al|del|nel|dal|sul)?l)['’](?=\p{L})/iu,
  mt: /^(?:il|l|it|id|in|is|ir|iż|ix|iċ|iz|ic|n|d|s|r|ż|x|ċ|t(?!-shirt))-(?=\p{L})/iu,
};

/** Drops articles, possessives and "please enter" at the beginning. */
export function stripFillers(text: string, grammar: Grammar): string {
  let rest = text.replace(ELIDED[grammar.languages[0]!] ?? /^$/, "");
  for (let attempt = 0; attempt < 6; attempt++) {
    const shorter = withoutStart(rest, grammar.fillers);
    if (shorter === rest) return rest;
    rest = shorter;
  }
  return rest;
}

/** Drops "and" at the beginning. */
export function stripAnd(text: string, grammar: Grammar): string {
  return withoutStart(text, grammar.and);
}

/** The kind of question that a text begins like; undefined if it begins like none. */
export function questionKind(text: string, grammar: Grammar): QuestionKind | undefined {
  const folded = fold(text.slice(0, 120)).replace(/^[^\p{L}\p{N}]+/u, "");
  return QUESTION_KINDS.find((kind) => grammar.questions[kind].start(folded));
}
