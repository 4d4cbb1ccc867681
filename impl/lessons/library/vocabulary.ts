/** The words of lessons in the 24 languages: one JSON file a language. `en.json` says which words there are. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { localeOf } from "../../texts/locale.ts";
import { fillMessage } from "../../texts/message.ts";
import type english from "./languages/en.json";

export interface Vocabulary {
  /** Texts around the content: messages of ICU MessageFormat. */
  readonly frame: Readonly<Record<FrameKey, string>>;
  /** Words in prompts and answers, separated by commas; `*` at the end matches any ending. */
  readonly words: Readonly<Record<keyof (typeof english)["words"], string>>;
  /** Topic -> title. */
  readonly titles: Readonly<Record<string, string>>;
  /** Topic -> how prompts name it, beside the title, with commas between. */
  readonly names: Readonly<Record<string, string>>;
  /** English term -> term. */
  readonly terms: Readonly<Record<string, string>>;
}

export type FrameKey = keyof (typeof english)["frame"];

const vocabularies = new Map<Language, Vocabulary>();

/** A language is read when it is first needed. */
export function findVocabulary(language: Language): Vocabulary {
  let read = vocabularies.get(language);
  if (!read) {
    const file = new URL(`languages/${language}.json`, import.meta.url);
    read = JSON.parse(readFileSync(file, "utf8")) as Vocabulary;
    vocabularies.set(language, read);
  }
  return read;
}

export function frameText(
  language: Language,
  key: FrameKey,
  values: Readonly<Record<string, string | number>> = {},
): string {
  return fillMessage(
    findVocabulary(language).frame[key],
    (name) => String(values[name] ?? ""),
    (name) => new Intl.PluralRules(localeOf(language)).select(Number(values[name])),
  );
}

/** An English term in a language, if the library has it. */
export function termIn(language: Language, term: string): string | undefined {
  return language === "en" ? term : findVocabulary(language).terms[term];
}
