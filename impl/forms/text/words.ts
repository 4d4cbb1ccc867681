/** The words of the notation in one language, and in English, which is read everywhere. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cache.ts";
import { readTokens, type Token } from "./marks/tokens.ts";
import english from "./words/en.json" with { type: "json" };

type Tables = typeof english;
type Group = keyof Tables;

/** The meanings of one group, such as all names of types. */
export type GroupWord<G extends Group> = keyof Tables[G] & string;

/** A word of the notation by its meaning, such as `flags.required`. */
export type WordName = { [G in Group]: `${G}.${keyof Tables[G] & string}` }[Group];

/** A word that was found: it ends before token `to`. */
export interface FoundWord<Name extends WordName = WordName> {
  readonly name: Name;
  readonly to: number;
}

interface Phrase {
  readonly keys: readonly string[];
  readonly name: WordName;
}

type WordFile = Readonly<Record<Group, Readonly<Record<string, string>>>>;

/** Characters that may join the parts of one word, as in "e-mail", "e mail" and "yes/no". */
const JOINERS: ReadonlySet<string> = new Set(["-", "/", "'"]);

export class Words {
  readonly language: Language;
  readonly #byFirstKey = new Map<string, Phrase[]>();
  /** The endings of nouns in each language. */
  readonly #nouns: Readonly<Record<GroupWord<"nouns">, readonly string[]>>[] = [];

  constructor(language: Language) {
    this.language = language;
    for (const each of new Set<Language>([language, "en"])) {
      const { nouns, ...file } = read(each);
      this.#add(file);
      const endings = (list = "") => splitPhrases(list).filter((ending) => ending !== "");
      this.#nouns.push({ several: endings(nouns.several), one: endings(nouns.one) });
    }
    for (const phrases of this.#byFirstKey.values()) phrases.sort((a, b) => b.keys.length - a.keys.length);
  }

  /** The longest word of some meanings that begins at a token. */
  at<Name extends WordName>(
    tokens: readonly Token[],
    from: number,
    isWanted: (name: WordName) => name is Name,
  ): FoundWord<Name> | undefined {
    const key = tokens[from]?.key ?? "";
    for (const { keys, name } of this.#byFirstKey.get(key) ?? []) {
      const to = isWanted(name) ? findEnd(tokens, from, keys) : undefined;
      if (to !== undefined && isWanted(name)) return { name, to };
    }
    return undefined;
  }

  /** The meaning of a whole text. */
  whole<Name extends WordName>(text: string, isWanted: (name: WordName) => name is Name): Name | undefined {
    const tokens = readTokens(text, { from: 0, to: text.length });
    const found = this.at(tokens, 0, isWanted);
    return found?.to === tokens.length ? found.name : undefined;
  }

  /** Whether a word has an ending of nouns that name several things: "jobs", "Aufgaben". @param key the key of its token */
  namesSeveral(key: string): boolean {
    const endsWith = (endings: readonly string[]) => endings.some((ending) => key.endsWith(ending));
    return this.#nouns.some(({ several, one }) => endsWith(several) && !endsWith(one));
  }

  /** How the notation writes a meaning in this language: its first word. */
  write(name: WordName): string {
    const [group, part] = split(name);
    return splitPhrases(read(this.language)[group]?.[part] ?? "")[0] ?? part;
  }

  #add(file: Omit<WordFile, "nouns">): void {
    for (const [group, words] of Object.entries(file))
      for (const [part, phrases] of Object.entries(words))
        for (const phrase of splitPhrases(phrases)) this.#addPhrase(phrase, `${group}.${part}` as WordName);
  }

  #addPhrase(phrase: string, name: WordName): void {
    const all = readTokens(phrase, { from: 0, to: phrase.length }).map(({ key }) => key);
    const keys = all.length === 1 ? all : all.filter((key) => !JOINERS.has(key));
    const [first] = keys;
    if (first === undefined) return;
    const same = this.#byFirstKey.get(first);
    if (same) same.push({ keys, name });
    else this.#byFirstKey.set(first, [{ keys, name }]);
  }
}

const all = new Map<Language, Words>();

export function getWords(language: Language): Words {
  return getCached(all, language, () => new Words(language));
}

/** All meanings of some groups, in the order of the tables. */
export function wordNames(...groups: readonly Group[]): WordName[] {
  return groups.flatMap((group) => Object.keys(english[group]).map((part) => `${group}.${part}` as WordName));
}

/** Takes the meanings of one group, such as all types. */
export function ofGroup<G extends Group>(group: G) {
  type Name = `${G}.${GroupWord<G>}`;
  return (name: WordName): name is Name & WordName => name.startsWith(`${group}.`);
}

/** Takes these meanings. */
export function oneOf<Name extends WordName>(...names: readonly Name[]) {
  return (name: WordName): name is Name => (names as readonly WordName[]).includes(name);
}

function findEnd(tokens: readonly Token[], from: number, keys: readonly string[]): number | undefined {
  let at = from;
  for (const key of keys) {
    const joiner = tokens[at];
    if (at > from && joiner && JOINERS.has(joiner.key) && tokens[at + 1]?.key === key) at++;
    if (tokens[at]?.key !== key) return undefined;
    at++;
  }
  return at;
}

function split(name: WordName): [Group, string] {
  const [group = "", part = ""] = name.split(".");
  return [group as Group, part];
}

function splitPhrases(list: string): string[] {
  return list.split(",").map((phrase) => phrase.trim());
}

const files = new Map<Language, WordFile>();

function read(language: Language): WordFile {
  return getCached(files, language, () => {
    const file = new URL(`words/${language}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, "utf8"));
  });
}
