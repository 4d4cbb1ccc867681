/** The words of edits in each language: data in `words/`, compiled at first use. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import { cached } from "../../../platform/cached.ts";
import { fold } from "../../../texts/fold.ts";
import { PhraseTable } from "../reading/phrases.ts";
import type { Token } from "../reading/tokens.ts";
import english from "./words/en.json" with { type: "json" };

/** What a phrase may mean in an edit, such as `remove` or `atMost`: the keys of the English file. */
export type Cue = keyof typeof english;

/** Lists that hold no cues. */
const OTHER: ReadonlySet<string> = new Set(["endings", "verbFinal"]);
/** Languages with more endings inflect nouns. */
const MANY_ENDINGS = 10;
/** The shortest stem that still tells words apart. */
const SHORTEST_STEM = 3;
/** In languages that inflect nouns, long words may differ in any letters behind so many, and behind this share of them. */
const LONG_STEM = 5;
const LONG_SHARE = 0.6;

export class EditWords {
  readonly language: Language;
  readonly cues: PhraseTable<Cue>;
  /** Whether verbs may stand at the end: "Firma hinzufügen". */
  readonly isVerbFinal: boolean;
  readonly #endings: readonly string[];

  constructor(language: Language, lists: Readonly<Record<string, string>>) {
    this.language = language;
    const cues = Object.entries(lists).filter(([name]) => !OTHER.has(name)) as [Cue, string][];
    this.cues = new PhraseTable(
      cues.flatMap(([cue, list]) => list.split(", ").map((phrase) => [phrase, cue] as const)),
    );
    this.isVerbFinal = lists.verbFinal !== undefined;
    this.#endings = (lists.endings?.split(", ") ?? []).map(fold);
  }

  /** A word with and without the endings of its language: two forms of a word have one in common. */
  formsOf({ kind, key }: Token): readonly string[] {
    if (kind !== "word") return [key];
    const inflects = this.#endings.length > MANY_ENDINGS;
    const shortest = Math.max(LONG_STEM, Math.ceil(key.length * LONG_SHARE));
    const long = inflects ? [2, 3, 4, 5].map((length) => key.slice(0, -length)) : [];
    return [...this.#listedForms(key), ...long.filter((stem) => stem.length >= shortest)];
  }

  #listedForms(key: string): string[] {
    const cut = this.#endings.filter(
      (ending) => key.endsWith(ending) && key.length - ending.length >= SHORTEST_STEM,
    );
    return [key, ...cut.map((ending) => key.slice(0, -ending.length))];
  }
}

const files = new Map<Language, EditWords>();

export function editWordsIn(language: Language): EditWords {
  return cached(files, language, () => {
    const file = new URL(`words/${language}.json`, import.meta.url);
    return new EditWords(language, JSON.parse(readFileSync(file, "utf8")) as Record<string, string>);
  });
}
