/** The words of one language, as tables that are looked up in tokens. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import english from "../../../builder/lexicon/languages/en.json" with { type: "json" };
import { fold } from "../../../texts/fold.ts";
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

/** Phrases with commas between. */
type Phrases = string;
type Groups = Readonly<Record<string, Phrases>>;

interface LanguageFile {
  readonly labels: Labels;
  readonly words: Readonly<Record<string, Phrases | Groups | boolean>>;
}

interface InstructionFile {
  readonly vocabulary: Groups;
}

/** Lists that are read in English in every prompt, since many people mix them in. */
const ALSO_ENGLISH: ReadonlySet<string> = new Set([
  "kinds",
  "kindNouns",
  "required",
  "optional",
  "options",
  "ifYes",
  "rows",
  "columns",
  "units.stars",
]);

export class Lexicon {
  readonly language: Language;
  readonly labels: Labels;
  readonly #words: LanguageFile["words"];
  readonly #vocabulary: Groups;
  readonly #lists = new Map<string, PhraseTable<string>>();

  constructor(language: Language) {
    this.language = language;
    const { labels, words }: LanguageFile = read("languages", language);
    const { vocabulary }: InstructionFile = read("instructions", language);
    this.labels = labels;
    this.#words = words;
    this.#vocabulary = vocabulary;
  }

  /** Whether the head noun comes first, as in "nom du chien". */
  get isHeadFirst(): boolean {
    return this.#words.headFirst === true;
  }

  /** The phrases of one list, such as `and` or `units.stars`; empty where the language has none. */
  phrases(name: string): string[] {
    const [list = "", part] = name.split(".");
    const group = this.#words[list];
    const own = typeof group === "string" ? group : part === undefined ? "" : groupOf(group)[part];
    return [own, this.#vocabulary[name]].flatMap((one) => split(one ?? ""));
  }

  /** The words of a list that may end a compound word, folded. */
  endings(name: string): string[] {
    const [list = "", part = ""] = name.split(".");
    return marked(groupOf(this.#words[list])[part] ?? "")
      .filter((word) => !word.startsWith("=") && !word.includes(" ") && word.length >= MIN_ENDING)
      .map(fold);
  }

  /** A table of lists, whose values are the names of the lists. */
  table(...names: readonly string[]): PhraseTable<string> {
    return this.#cached(names.join(), () => names.flatMap((name) => this.#entriesOf(name)));
  }

  /** A table of a list of groups, such as `kinds` or `aliases`; its values are the names of the groups. */
  groups(...names: readonly string[]): PhraseTable<string> {
    return this.#cached(`groups ${names.join()}`, () => names.flatMap((name) => this.#groupEntries(name)));
  }

  /** The phrases of a list of groups, each with the name of its group. */
  entries(name: string): (readonly [string, string])[] {
    return Object.entries(groupOf(this.#words[name])).flatMap(([group, list]) =>
      split(list).map((phrase) => [phrase, group] as const),
    );
  }

  #cached(key: string, entries: () => (readonly [string, string])[]): PhraseTable<string> {
    return cached(this.#lists, key, () => new PhraseTable(entries()));
  }

  #entriesOf(name: string): (readonly [string, string])[] {
    const own = this.phrases(name).map((phrase) => [phrase, name] as const);
    return this.#adds(name) ? [...own, ...lexiconOf("en").#entriesOf(name)] : own;
  }

  #groupEntries(name: string): (readonly [string, string])[] {
    const own = this.entries(name);
    return this.#adds(name) ? [...own, ...lexiconOf("en").#groupEntries(name)] : own;
  }

  #adds(name: string): boolean {
    return this.language !== "en" && ALSO_ENGLISH.has(name);
  }
}

function groupOf(group: Phrases | Groups | boolean | undefined): Groups {
  return typeof group === "object" ? group : {};
}

/** `~` marks phrases that have other meanings, too, and are not used. `=` marks those that end no compound word. */
function split(list: Phrases): string[] {
  return marked(list).map((phrase) => phrase.replace(/^=/, "").trim());
}

function marked(list: Phrases): string[] {
  return list
    .split(",")
    .map((phrase) => phrase.trim())
    .filter((phrase) => phrase !== "" && !/^=?~/.test(phrase));
}

/** Shorter words are no last part of a compound word: "Art" in "Start". */
const MIN_ENDING = 5;

function read<File>(folder: string, language: Language): File {
  const file = new URL(`../../../builder/lexicon/${folder}/${language}.json`, import.meta.url);
  return JSON.parse(readFileSync(file, "utf8"));
}

const lexicons = new Map<Language, Lexicon>();

/** The lexicon of a language, read at its first use. */
export function lexiconOf(language: Language): Lexicon {
  return cached(lexicons, language, () => new Lexicon(language));
}
