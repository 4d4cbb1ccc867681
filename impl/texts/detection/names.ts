/** The names of the 24 languages. */
import type { Language } from "../../../generated/types.ts";
import { fold } from "../fold.ts";

const NAMES: Readonly<Record<Language, string>> = {
  bg: "Bulgarian",
  hr: "Croatian",
  cs: "Czech",
  da: "Danish",
  nl: "Dutch",
  en: "English",
  et: "Estonian",
  fi: "Finnish",
  fr: "French",
  de: "German",
  el: "Greek",
  hu: "Hungarian",
  ga: "Irish",
  it: "Italian",
  lv: "Latvian",
  lt: "Lithuanian",
  mt: "Maltese",
  pl: "Polish",
  pt: "Portuguese",
  ro: "Romanian",
  sk: "Slovak",
  sl: "Slovenian",
  es: "Spanish",
  sv: "Swedish",
};

/** The 24 official languages of the EU: forms have these. */
export const LANGUAGES: readonly Language[] = Object.keys(NAMES).filter(isLanguage);

function isLanguage(code: string): code is Language {
  return Object.hasOwn(NAMES, code);
}

/** The name of a language in warnings: `German (de)`. */
export function languageName(language: Language): string {
  return `${NAMES[language]} (${language})`;
}

const names = new Map<Language, ReadonlyMap<string, Language>>();

/** Names of the 24 languages in `language` and in English, folded -> their codes. */
export function languageNames(language: Language): ReadonlyMap<string, Language> {
  const cached = names.get(language);
  if (cached) return cached;
  const display = new Intl.DisplayNames([language], { type: "language" });
  const made = new Map<string, Language>();
  for (const code of LANGUAGES) {
    made.set(fold(NAMES[code]), code);
    const name = fold(display.of(code) ?? NAMES[code]);
    made.set(name, code);
    // "ins Englische"
    if (language === "de") made.set(`${name}e`, code);
  }
  names.set(language, made);
  return made;
}

/** Languages that prompts name or are written in, and that forms cannot have. */
export const OTHER_LANGUAGES = [
  "af",
  "ar",
  "az",
  "be",
  "bn",
  "bs",
  "ca",
  "cy",
  "eo",
  "eu",
  "fa",
  "gl",
  "he",
  "hi",
  "hy",
  "id",
  "is",
  "ja",
  "ka",
  "kk",
  "ko",
  "la",
  "lb",
  "mk",
  "mn",
  "ms",
  "nb",
  "nn",
  "no",
  "ru",
  "sq",
  "sr",
  "sw",
  "ta",
  "th",
  "tl",
  "tlh",
  "tr",
  "uk",
  "ur",
  "uz",
  "vi",
  "yi",
  "zh",
] as const;

export type OtherLanguage = (typeof OTHER_LANGUAGES)[number];

const english = new Intl.DisplayNames(["en"], { type: "language" });

/** The name of a language that forms cannot have, in warnings: `Turkish`. */
export function otherLanguageName(code: OtherLanguage): string {
  return code === "tlh" ? "Klingon" : (english.of(code) ?? code);
}

const otherNames = new Map<Language, ReadonlyMap<string, string>>();

/** Names of other languages in `language` and in English, folded -> their English names. */
export function otherLanguageNames(language: Language): ReadonlyMap<string, string> {
  const cached = otherNames.get(language);
  if (cached) return cached;
  const display = new Intl.DisplayNames([language], { type: "language" });
  const made = new Map<string, string>();
  for (const code of OTHER_LANGUAGES) {
    const name = otherLanguageName(code);
    made.set(fold(name), name);
    made.set(fold(display.of(code) ?? name), name);
  }
  otherNames.set(language, made);
  return made;
}
