/** The words of one language, as tables that are looked up in tokens. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { fold } from "../../../texts/fold.ts";
import english from "../languages/en.json" with { type: "json" };
import { PhraseTable } from "./phrases.ts";

/** Something that many forms ask for. It has a label in every language. */
export type Concept = keyof typeof english.labels.fields;
/** A choice that many fields have. */
export type Choice = keyof typeof english.labels.choices;
/** A whole text, such as a title or a word of thanks. */
export type TextKey = keyof typeof english.labels.texts;

/** What forms show in one language. */
export interface Labels {
  readonly fields: Readonly<Record<Concept, string>>;
  readonly choices: Readonly<Record<Choice, string>>;
  readonly texts: Readonly<Record<TextKey, string>>;
}

type Words = typeof english.words;
/** A list of phrases, alone or in a group. */
export type List = { [Name in keyof Words]: Words[Name] extends string ? Name : PartsOf<Name> }[keyof Words];
type PartsOf<Name extends keyof Words> = `${Name}.${keyof Words[Name] & string}`;
/** A group of lists. */
export type Group = { [Name in keyof Words]: Words[Name] extends string ? never : Name }[keyof Words];
/** A kind of field that a prompt asks for by name. */
export type Kind = keyof Words["kinds"] | keyof Words["kindNouns"];

export function isKind(name: string): name is Kind {
  return name in english.words.kinds || name in english.words.kindNouns;
}

/** Phrases with commas between. */
type Phrases = string;

interface LanguageFile {
  readonly labels: Labels;
  /** Whether the head noun comes first, as in "nom du chien". */
  readonly headFirst: boolean;
  readonly words: Readonly<Record<string, Phrases | Readonly<Record<string, Phrases>>>>;
}

/** Lists that are read in English in every prompt, since many people mix them in. */
const ALSO_ENGLISH: ReadonlySet<List | Group> = new Set<List | Group>([
  "kinds",
  "kindNouns",
  "required",
  "optional",
  "options",
  "ifYes",
  "units",
]);

export class Lexicon {
  readonly language: Language;
  readonly labels: Labels;
  readonly isHeadFirst: boolean;
  /** One to twelve, in words. */
  readonly numbers: ReadonlyMap<string, number>;
  readonly #words: LanguageFile["words"];
  readonly #tables = new Map<string, PhraseTable<string>>();

  constructor(language: Language) {
    const { labels, headFirst, words }: LanguageFile = read(language);
    this.language = language;
    this.labels = labels;
    this.isHeadFirst = headFirst;
    this.#words = words;
    this.numbers = new Map(
      this.entries("numbers").flatMap(([word], index) =>
        word.split("/").map((form) => [fold(form), index + 1] as const),
      ),
    );
  }

  /** A table of lists, whose values are the names of the lists; of a group, the names of the lists in it. */
  table(...names: readonly (List | Group)[]): PhraseTable<string> {
    return cached(
      this.#tables,
      names.join(),
      () => new PhraseTable(names.flatMap((name) => this.entries(name))),
    );
  }

  /** The phrases of a list or a group, each with the name of its list. */
  entries(name: List | Group): (readonly [phrase: string, list: string])[] {
    const [group = "", part] = name.split(".");
    const words = this.#words[group] ?? "";
    const lists =
      typeof words === "string"
        ? { [name]: words }
        : part === undefined
          ? words
          : { [name]: words[part] ?? "" };
    const own = Object.entries(lists).flatMap(([list, phrases]) =>
      phrases.split(",").map((phrase) => [phrase.trim(), list] as const),
    );
    const isMixed = this.language !== "en" && ALSO_ENGLISH.has(name);
    return isMixed ? [...own, ...lexiconOf("en").entries(name)] : own;
  }
}

function read(language: Language): LanguageFile {
  const file = new URL(`../languages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

const lexicons = new Map<Language, Lexicon>();

/** The lexicon of a language, read at its first use. */
export function lexiconOf(language: Language): Lexicon {
  return cached(lexicons, language, () => new Lexicon(language));
}
