/** The words of one language, as tables that are looked up in tokens. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import { fold } from "../../../texts/fold.ts";
import english from "../languages/en.json" with { type: "json" };
import { cached } from "./cache.ts";
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

/** Kinds of field that a prompt asks for by name. */
export const KINDS = [
  "short_text",
  "long_text",
  "number",
  "date",
  "time",
  "datetime",
  "single_choice",
  "multiple_choice",
  "dropdown",
  "yes_no",
  "rating",
  "scale",
  "nps",
  "ranking",
  "matrix",
  "file_upload",
  "image",
  "signature",
  "consent",
  "email",
  "phone",
  "url",
] as const;
export type Kind = (typeof KINDS)[number];

type Words = typeof english.words;
/** A list of phrases, alone or in a group. */
export type List = { [Name in keyof Words]: Words[Name] extends string ? Name : PartsOf<Name> }[keyof Words];
type PartsOf<Name extends keyof Words> = `${Name}.${keyof Words[Name] & string}`;
/** A group of first words of questions. */
export type Question = keyof Words["questions"];
/** A group of lists. */
export type Group = { [Name in keyof Words]: Words[Name] extends string ? never : Name }[keyof Words];

/** Phrases with commas between. */
type Phrases = string;
type Groups = Readonly<Record<string, Phrases>>;

interface LanguageFile {
  readonly labels: Labels;
  /** Whether the head noun comes first, as in "nom du chien". */
  readonly headFirst: boolean;
  readonly words: Readonly<Record<string, Phrases | Groups>>;
}

/** Lists that are read in English in every prompt, since many people mix them in. */
const ALSO_ENGLISH: ReadonlySet<List | Group> = new Set<List | Group>([
  "kinds",
  "kindNouns",
  "required",
  "optional",
  "options",
  "ifYes",
  "units.stars",
]);

export class Lexicon {
  readonly language: Language;
  readonly labels: Labels;
  readonly isHeadFirst: boolean;
  readonly #words: LanguageFile["words"];
  readonly #tables = new Map<string, PhraseTable<string>>();

  constructor(language: Language) {
    const { labels, headFirst, words }: LanguageFile = read(language);
    this.language = language;
    this.labels = labels;
    this.isHeadFirst = headFirst;
    this.#words = words;
  }

  /** The phrases of a list; empty where the language has none. */
  phrases(name: List): string[] {
    return this.#marked(name).map(unmarked);
  }

  /** The words of a list that may end a compound word, folded. */
  endings(name: List): string[] {
    return this.#marked(name)
      .filter((word) => !word.startsWith("=") && !word.includes(" ") && word.length >= MIN_ENDING)
      .map(fold);
  }

  /** Other names of a concept. */
  aliases(concept: Concept): string[] {
    return split(this.#group("aliases")[concept] ?? "").map(unmarked);
  }

  /** A table of lists, whose values are the names of the lists. */
  table(...names: readonly List[]): PhraseTable<string> {
    return this.#cached(names.join(), () => names.flatMap((name) => this.#entriesOf(name)));
  }

  /** A table of groups, whose values are the names of the lists in them. */
  groups(...names: readonly Group[]): PhraseTable<string> {
    return this.#cached(`groups ${names.join()}`, () => names.flatMap((name) => this.#groupEntries(name)));
  }

  /** The phrases of a group, each with the name of its list. */
  entries(name: Group): (readonly [string, string])[] {
    return Object.entries(this.#group(name)).flatMap(([list, phrases]) =>
      split(phrases).map((phrase) => [unmarked(phrase), list] as const),
    );
  }
  #cached(key: string, entries: () => (readonly [string, string])[]): PhraseTable<string> {
    return cached(this.#tables, key, () => new PhraseTable(entries()));
  }

  #entriesOf(name: List): (readonly [string, string])[] {
    const own = this.phrases(name).map((phrase) => [phrase, name] as const);
    return this.#adds(name) ? [...own, ...lexiconOf("en").#entriesOf(name)] : own;
  }

  #groupEntries(name: Group): (readonly [string, string])[] {
    const own = this.entries(name);
    return this.#adds(name) ? [...own, ...lexiconOf("en").#groupEntries(name)] : own;
  }

  #adds(name: List | Group): boolean {
    return this.language !== "en" && ALSO_ENGLISH.has(name);
  }

  /** The phrases of a list as the file has them: `=` marks those that end no compound word. */
  #marked(name: List): string[] {
    const [group = "", part] = name.split(".");
    const lists = this.#words[group];
    if (typeof lists === "string") return split(lists);
    return split((part !== undefined && lists?.[part]) || "");
  }

  #group(name: Group): Groups {
    const lists = this.#words[name];
    return typeof lists === "object" ? lists : {};
  }
}

function split(list: Phrases): string[] {
  return list.split(",").flatMap((phrase) => phrase.trim() || []);
}

function unmarked(phrase: string): string {
  return phrase.replace(/^=/, "").trim();
}

/** Shorter words are no last part of a compound word: "Art" in "Start". */
const MIN_ENDING = 5;

function read(language: Language): LanguageFile {
  const file = new URL(`../languages/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

const lexicons = new Map<Language, Lexicon>();

/** The lexicon of a language, read at its first use. */
export function lexiconOf(language: Language): Lexicon {
  return cached(lexicons, language, () => new Lexicon(language));
}
