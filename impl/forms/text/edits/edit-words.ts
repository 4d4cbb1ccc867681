/** The sentences by which a form can be edited, as patterns in one language. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../../generated/types.ts";
import { getCached } from "../../../platform/cache.ts";
import { readTokens } from "../marks/tokens.ts";
import type english from "./words/en.json";

export type EditName = keyof typeof english.sentences;
export type ColorName = keyof typeof english.colors;

/** Names in braces: the parts of a sentence that differ. */
export type SlotName = "line" | "field" | "other_field" | "choice" | "text" | "date" | "language" | "color";

export type PatternPart =
  /** Alternative phrases, each a list of keys of tokens. */
  | { readonly kind: "words"; readonly phrases: readonly (readonly string[])[]; readonly isOptional: boolean }
  | { readonly kind: "slot"; readonly name: SlotName };

export interface Sentence {
  readonly name: EditName;
  readonly parts: readonly PatternPart[];
}

export interface EditWords {
  readonly language: Language;
  readonly sentences: readonly Sentence[];
  /** Phrases at the ends of a sentence that say nothing, such as "please". */
  readonly polite: readonly (readonly string[])[];
  readonly colors: ReadonlyMap<string, ColorName>;
}

interface WordFile {
  readonly polite: readonly string[];
  readonly sentences: Readonly<Record<EditName, readonly string[]>>;
  readonly colors: Readonly<Record<ColorName, string>>;
}

const all = new Map<Language, EditWords>();

export function editWordsIn(language: Language): EditWords {
  return getCached(all, language, () => {
    const { polite, sentences, colors }: WordFile = JSON.parse(
      readFileSync(new URL(`words/${language}.json`, import.meta.url), "utf8"),
    );
    const named = Object.entries(sentences) as [EditName, readonly string[]][];
    return {
      language,
      polite: polite.map(splitKeys),
      sentences: named.flatMap(([name, patterns]) =>
        patterns.map((pattern) => ({ name, parts: parsePattern(pattern) })),
      ),
      colors: new Map(
        Object.entries(colors).flatMap(([color, words]) =>
          words.split(",").map((word) => [splitKeys(word).join(" "), color as ColorName] as const),
        ),
      ),
    };
  });
}

/** Parses `[also] add (question|field) {line}`: optional phrases in square brackets, alternatives in round ones. */
function parsePattern(pattern: string): PatternPart[] {
  return [...pattern.matchAll(/\[([^\]]*)\]|\(([^)]*)\)|\{(\w+)\}|([^[({]+)/g)].flatMap(
    ([, optional, required, slot, plain = ""]): PatternPart[] => {
      if (slot !== undefined) return [{ kind: "slot", name: slot as SlotName }];
      const phrases = (optional ?? required ?? plain).split("|").map(splitKeys);
      if (phrases.every(({ length }) => length === 0)) return [];
      return [{ kind: "words", phrases, isOptional: optional !== undefined }];
    },
  );
}

function splitKeys(phrase: string): string[] {
  return readTokens(phrase, { from: 0, to: phrase.length }).map(({ key }) => key);
}
