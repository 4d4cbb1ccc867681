/** Texts that many forms have, in the 24 languages: labels, choices, titles and thanks. */
import { readFileSync } from "node:fs";
import type { Language } from "../../../generated/types.ts";
import { getCached } from "../../platform/cache.ts";
import type english from "./en.json";

/** Known texts by names that all languages share. */
export interface KnownTexts {
  readonly fields: Readonly<Record<keyof typeof english.fields, string>>;
  readonly choices: Readonly<Record<keyof typeof english.choices, string>>;
  readonly texts: Readonly<Record<keyof typeof english.texts, string>>;
  /** Other names of fields that mean the same, with commas between. */
  readonly synonyms: Readonly<Record<keyof typeof english.synonyms, string>>;
}

const tables = new Map<Language, KnownTexts>();

/** The texts of a language, read at their first use. */
export function knownTextsIn(language: Language): KnownTexts {
  return getCached(tables, language, () => {
    const file = new URL(`./${language}.json`, import.meta.url);
    return JSON.parse(readFileSync(file, "utf8"));
  });
}
